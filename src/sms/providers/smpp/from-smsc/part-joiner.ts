import type { Timers } from '../../../../kit/time/timers.ts';
import { minuteMs } from '../../../../kit/time/units.ts';
import type { Place } from '../pdu/user-data.ts';

/** A message that has all its parts, or its time was up. */
export type Joined = { from: string; to: string; text: string; reference: string };

/** A part of a long message from a phone. */
export type Piece = {
  from: string;
  to: string;
  dataCoding: number;
  octets: Uint8Array;
  place: Place;
};

type Decode = (octets: Uint8Array, dataCoding: number) => string;

type JoinerOptions = {
  timers: Timers;
  decode: Decode;
  onWhole: (message: Joined) => Promise<void>;
  /** A message was passed on with parts missing, or could not be passed on when its time was up. */
  onIncomplete: (missing: number, error: unknown) => void;
};

/** Time for which the other parts of a message are waited for. */
const deadlineMs = 5 * minuteMs;
/**
 * Time for which the answer to a part is held back for the whole to be durable. An SMSC with a window of
 * one sends no further part until this one is answered, so it cannot be long.
 */
const holdMs = 1000;
/**
 * Time for which the parts of a message that was passed on are remembered. One whose answer was lost comes
 * again, without the others; until that is clear it waits for them as any part does.
 */
const rememberedMs = 2 * deadlineMs;
/** Most messages that wait for parts; beyond, the oldest is passed on as it is. */
const mostWaiting = 1000;

/** Stands where a part never came. */
const gap = '[…]';

type Waiting = {
  pieces: (Piece | undefined)[];
  /** Settle the answers that are held back. */
  held: { resolve: () => void; reject: (error: unknown) => void }[];
  cancelDeadline: () => void;
  passing?: Promise<void> | undefined;
};

/** Joins the parts of long messages, in any order and with repeats. */
export class PartJoiner {
  readonly #options: JoinerOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** The parts of messages that were passed on whole. */
  readonly #passed = new Map<string, (Piece | undefined)[]>();

  constructor(options: JoinerOptions) {
    this.#options = options;
  }

  /**
   * Takes a part. Resolves when it may be confirmed: the message is whole and durable, or the other
   * parts let themselves be waited for. Rejects where the whole could not be stored; then the part is
   * to come again.
   */
  async add(piece: Piece): Promise<void> {
    const { from, to, place } = piece;
    const key = JSON.stringify([from, to, place.reference, place.total]);
    const waiting = this.#waiting.get(key) ?? this.#begin(key, place.total);
    // A copy: the octets are a view into what was received, which is far larger.
    waiting.pieces[place.number - 1] = { ...piece, octets: Uint8Array.from(piece.octets) };
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const cancelHold = this.#options.timers.after(holdMs, resolve);
    waiting.held.push({ resolve, reject });
    if (!waiting.pieces.includes(undefined)) {
      waiting.passing ??= this.#passOn(key, waiting);
    }
    try {
      await promise;
    } finally {
      cancelHold();
    }
  }

  /** Passes on what there is of every message, so that nothing that was confirmed is lost. */
  async stop(): Promise<void> {
    await Promise.all(Array.from(this.#waiting, ([key]) => this.#giveUp(key)));
  }

  #begin(key: string, total: number): Waiting {
    const [oldest] = this.#waiting.keys();
    if (oldest !== undefined && this.#waiting.size >= mostWaiting) void this.#giveUp(oldest);
    const waiting: Waiting = {
      pieces: new Array<undefined>(total).fill(undefined),
      held: [],
      cancelDeadline: this.#options.timers.after(deadlineMs, () => void this.#giveUp(key)),
    };
    this.#waiting.set(key, waiting);
    return waiting;
  }

  /** True if only parts of a message that was passed on have come. */
  #isRepeat(key: string, { pieces }: Waiting): boolean {
    const known = this.#passed.get(key);
    return pieces.every((piece, index) => {
      const before = known?.[index];
      return !piece || (before && Buffer.from(before.octets).equals(piece.octets));
    });
  }

  #remember(key: string, { pieces }: Waiting): void {
    this.#passed.set(key, pieces);
    const [oldest] = this.#passed.keys();
    if (oldest !== undefined && this.#passed.size > mostWaiting) this.#passed.delete(oldest);
    this.#options.timers.after(rememberedMs, () => {
      if (this.#passed.get(key) === pieces) this.#passed.delete(key);
    });
  }

  /** Whole: it leaves only when it is durable, for parts that were confirmed do not come again. */
  async #passOn(key: string, waiting: Waiting): Promise<void> {
    try {
      await this.#options.onWhole(join(waiting.pieces, this.#options.decode));
      this.#waiting.delete(key);
      this.#remember(key, waiting);
      waiting.cancelDeadline();
      for (const { resolve } of waiting.held.splice(0)) resolve();
    } catch (error) {
      for (const { reject } of waiting.held.splice(0)) reject(error);
    } finally {
      waiting.passing = undefined;
    }
  }

  async #giveUp(key: string): Promise<void> {
    await this.#waiting.get(key)?.passing;
    const waiting = this.#waiting.get(key);
    if (!waiting) return;
    this.#waiting.delete(key);
    waiting.cancelDeadline();
    if (!this.#isRepeat(key, waiting)) await this.#passOnIncomplete(waiting);
    for (const { resolve } of waiting.held.splice(0)) resolve();
  }

  async #passOnIncomplete({ pieces }: Waiting): Promise<void> {
    const missing = pieces.filter((piece) => piece === undefined).length;
    let failure: unknown;
    try {
      await this.#options.onWhole(join(pieces, this.#options.decode));
    } catch (error) {
      failure = error;
    }
    this.#options.onIncomplete(missing, failure);
  }
}

/** Parts that follow one another are read as one text, since a character may be cut between them. */
function join(pieces: (Piece | undefined)[], decode: Decode): Joined {
  let text = '';
  let run: Piece[] = [];
  const endRun = () => {
    const [first] = run;
    if (first) text += decode(Buffer.concat(run.map(({ octets }) => octets)), first.dataCoding);
    run = [];
  };
  for (const [index, piece] of pieces.entries()) {
    if (!piece) {
      endRun();
      if (index === 0 || pieces[index - 1]) text += gap;
      continue;
    }
    if (run[0] && run[0].dataCoding !== piece.dataCoding) endRun();
    run.push(piece);
  }
  endRun();
  const [first] = pieces.filter((piece) => piece !== undefined);
  const { from = '', to = '', place } = first ?? {};
  return { from, to, text, reference: `${place?.reference} of ${place?.total}` };
}
