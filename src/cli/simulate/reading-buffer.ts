import type { Reading } from '../../simulator/tank.ts';

export type BufferedReading = {
  reading: Reading;
  /** True wall time of the reading, epoch milliseconds. */
  takenAt: number;
  /** Set if it was sent late, so that only `recorded_at` gives its time. */
  isLate: boolean;
  tries: number;
  /** Its first form: a resend must be the same to be known as a duplicate. */
  form: string | null;
  /** Id of the stored reading, where the server's answer was lost on its way back. */
  ghostId: string | null;
};

/** Memory of a device: first in, first out; when it is full the oldest goes. */
export class ReadingBuffer {
  readonly #limit: number;
  #waiting: BufferedReading[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#waiting.length;
  }

  get oldest(): BufferedReading | undefined {
    return this.#waiting[0];
  }

  /** Keeps a reading; returns the oldest if it was dropped for it. */
  put(reading: Reading, takenAt: number): BufferedReading | undefined {
    this.#waiting.push({ reading, takenAt, isLate: false, tries: 0, form: null, ghostId: null });
    return this.#waiting.length > this.#limit ? this.#waiting.shift() : undefined;
  }

  /** Removes the oldest reading after it was sent; false if a full memory has dropped it since. */
  removeOldest(sent: BufferedReading): boolean {
    if (this.#waiting[0] !== sent) return false;
    this.#waiting.shift();
    // An array keeps the room it had: in a fleet most are empty most of the time.
    if (this.#waiting.length === 0) this.#waiting = [];
    return true;
  }

  markLate(): void {
    for (const entry of this.#waiting) entry.isLate = true;
  }

  /** Drops forms that carry a time of a wrong clock. */
  forgetForms(): void {
    for (const entry of this.#waiting) entry.form = null;
  }
}
