import type { Timers } from '../../../kit/time/timers.ts';

const firstPauseMs = 1000;
const longestPauseMs = 30_000;

/** The time for which an SMSC that reported throttling is left alone. */
export class ThrottlePause {
  readonly #timers: Pick<Timers, 'now'>;
  #until = 0;
  #inARow = 0;

  constructor(timers: Pick<Timers, 'now'>) {
    this.#timers = timers;
  }

  /** Its end, past or to come, by the monotonic clock. */
  get until(): number {
    return this.#until;
  }

  /** Rest of it in milliseconds; 0 where there is none. */
  get leftMs(): number {
    return Math.max(0, this.#until - this.#timers.now());
  }

  /** Begins a pause: one for all the answers that ask for it while it lasts, longer each time. */
  begin(): void {
    if (this.leftMs > 0) return;
    this.#until = this.#timers.now() + Math.min(longestPauseMs, firstPauseMs * 2 ** this.#inARow);
    this.#inARow += 1;
  }

  /** To be called when the SMSC takes something: the next one is short again. */
  noteAccepted(): void {
    this.#inARow = 0;
  }
}
