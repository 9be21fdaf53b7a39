/** A command in the queue of a network server. */
export type QueuedCommand = {
  commandId: number;
  command: 'on' | 'off';
  /** How its downlink is called: an id that the network server made, or one that we gave it. */
  name: string;
  /** Set once the radio of the device has confirmed it. */
  isReceived?: true;
};

/** What the network server holds of the commands of a pump. */
export type Queued = {
  /** The commands that waited when it was told, joined by commas. */
  wanted: string;
  commands: QueuedCommand[];
};

export const nothingQueued: Queued = { wanted: '', commands: [] };

/** @returns undefined where it is not known what the network server holds. */
export function readQueued(text: string): Queued | undefined {
  return text === '' ? undefined : (JSON.parse(text) as Queued);
}

export function writeQueued(queued: Queued | undefined): string {
  return queued ? JSON.stringify(queued) : '';
}

/** What a network server should hold: the ids of the commands that wait, oldest first. */
export function wantedOf(commands: readonly { id: number }[]): string {
  return commands.map(({ id }) => id).join(',');
}
