import type { Timers } from '../../../kit/time/timers.ts';

/** One timer for all reasons to wait; one that comes too early does no harm. */
export class Waker {
  readonly #timers: Timers;
  readonly #wake: () => void;
  #at = Number.POSITIVE_INFINITY;
  #cancel = () => {};

  constructor(timers: Timers, wake: () => void) {
    this.#timers = timers;
    this.#wake = wake;
  }

  /** Wakes at an instant of the timers, or before. */
  wakeAt(at: number): void {
    if (at >= this.#at) return;
    this.#cancel();
    this.#at = at;
    this.#cancel = this.#timers.after(Math.max(1, at - this.#timers.now()), () => {
      this.#at = Number.POSITIVE_INFINITY;
      this.#wake();
    });
  }

  cancel(): void {
    this.#cancel();
  }
}
