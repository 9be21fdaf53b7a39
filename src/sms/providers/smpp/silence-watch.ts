import type { Timers } from '../../../kit/time/timers.ts';

type WatchOptions = { timers: Timers; enquireMs: number };

/** Sends `enquire_link` to a peer that was silent for `enquireMs`. */
export class SilenceWatch {
  readonly #options: WatchOptions;
  readonly #enquire: () => void;
  #lastDataAt = 0;
  #cancel = () => {};

  constructor(options: WatchOptions, enquire: () => void) {
    this.#options = options;
    this.#enquire = enquire;
  }

  noteData(): void {
    this.#lastDataAt = this.#options.timers.now();
  }

  start(): void {
    const { timers, enquireMs } = this.#options;
    const quietMs = timers.now() - this.#lastDataAt;
    const isQuiet = quietMs >= enquireMs;
    this.#cancel = timers.after(isQuiet ? enquireMs : enquireMs - quietMs, () => this.start());
    if (isQuiet) this.#enquire();
  }

  stop(): void {
    this.#cancel();
  }
}
