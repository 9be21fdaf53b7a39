/** What a dashboard is told of, as it stands behind `event:`. */
export const eventTypes = [
  'reading',
  'command',
  'alert',
  'alerts-read',
  'device',
  'devices',
  'reset',
] as const;
export type EventType = (typeof eventTypes)[number];

export type LiveEvent = {
  type: EventType;
  /** The device that it tells of; when that is removed, nobody is told of it any more. */
  deviceId?: number;
  /** What stands behind `data:`, as JSON. */
  data: object;
};

/** An event with its place in the order of all, ready to be written to a stream. */
export type WrittenEvent = { type: EventType; text: string };

/** The lines of an event in a stream (HTML standard, section 9.2.6); JSON has no line breaks. */
export function writeEvent({ type, data }: LiveEvent, id: string): WrittenEvent {
  return { type, text: `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n` };
}
