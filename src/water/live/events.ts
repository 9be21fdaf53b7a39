export const eventTypes = [
  'reading',
  'arrival',
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
export type WrittenEvent = { type: EventType; text: string; deviceId: number | undefined };

/** Writes the lines of an event in a stream (HTML standard, section 9.2.6); JSON has no line breaks. */
export function writeEvent({ type, deviceId, data }: LiveEvent, id: string): WrittenEvent {
  return { type, deviceId, text: `event: ${type}\nid: ${id}\ndata: ${JSON.stringify(data)}\n\n` };
}

/** The content of a written event, as JSON. */
export function contentOf({ text }: WrittenEvent): string {
  const mark = '\ndata: ';
  return text.slice(text.indexOf(mark) + mark.length).trimEnd();
}
