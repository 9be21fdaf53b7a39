import type { Reading } from '../../simulator/tank.ts';

export type BufferedReading = {
  reading: Reading;
  /** When it was taken, true wall time in epoch milliseconds. */
  takenAt: number;
  /** Whether it missed its moment, so that only `recorded_at` can say when it was taken. */
  isLate: boolean;
  tries: number;
  /** The form as it was first sent: a resend must be the same to be known as a duplicate. */
  form: string | null;
  /** The id of the stored reading, where the server's answer got lost on its way back. */
  ghostId: string | null;
};

/** A device's memory: first in, first out, and full at some point; then the oldest goes. */
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

  /** Keeps a reading; the oldest, where that had to be dropped for it. */
  put(reading: Reading, takenAt: number): BufferedReading | undefined {
    this.#waiting.push({ reading, takenAt, isLate: false, tries: 0, form: null, ghostId: null });
    return this.#waiting.length > this.#limit ? this.#waiting.shift() : undefined;
  }

  /** Removes what was the oldest when it was sent; false where a full memory has dropped it since. */
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

  /** Forgets forms that carry a time read off a wrong clock. */
  forgetForms(): void {
    for (const entry of this.#waiting) entry.form = null;
  }
}
