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
  /** Where it was told, by `placeOf`; undefined for what an earlier version has told. */
  at?: string;
  /** Whose queue it is: the DevEUI of the board, and how the network server calls it. As `at`, if it is there. */
  board?: { devEui: string; address?: string };
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

/** Where a network server is asked; its key may change, its queues are elsewhere only with that. */
export function placeOf({ url, webhook_id }: { url: string; webhook_id: string | null }): string {
  return webhook_id === null ? url : `${url} ${webhook_id}`;
}

/**
 * True if a network server was told to hold just that, where it is now and for this board: one that has moved holds
 * nothing yet, and what a board that was replaced left there is to be taken out.
 */
export function isTold(
  text: string,
  wanted: string,
  { place, devEui }: { place: string | undefined; devEui: string | undefined },
): boolean {
  const queued = readQueued(text);
  if (queued?.wanted !== wanted) return false;
  if (wanted !== '' && queued.at !== undefined && queued.at !== place) return false;
  return !isOfOtherBoard(queued, devEui) || (wanted === '' && queued.commands.length === 0);
}

export function isOfOtherBoard({ board }: Queued, devEui: string | undefined): boolean {
  return board !== undefined && board.devEui !== devEui;
}

/**
 * What is known of a queue that holds no more what it was told, or no longer in the same frames: nothing. That of a
 * board that was replaced stays, since it is still to be emptied.
 */
export function forgotten(text: string, devEui: string | undefined): string {
  const queued = readQueued(text);
  return queued && isOfOtherBoard(queued, devEui) ? text : writeQueued(undefined);
}

/** What a network server should hold: the ids of the commands that wait, oldest first. */
export function wantedOf(commands: readonly { id: number }[]): string {
  return commands.map(({ id }) => id).join(',');
}
