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
  /** Device of the event; once it is removed, the event is no longer sent. */
  deviceId?: number;
  /** Content after `data:`, as JSON. */
  data: object;
};

/** Event with its id, ready to be written to a stream. */
export type WrittenEvent = { type: EventType; text: string };

/** Writes the lines of an event in a stream (HTML standard, section 9.2.6); JSON has no line breaks. */
export function writeEvent({ type, data }: LiveEvent, id: string): WrittenEvent {
  return { type, text: `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n` };
}

/** Reads the content of a written event back. */
export function readEvent({ text }: WrittenEvent): Record<string, unknown> {
  const mark = '\ndata: ';
  return JSON.parse(text.slice(text.indexOf(mark) + mark.length)) as Record<string, unknown>;
}
