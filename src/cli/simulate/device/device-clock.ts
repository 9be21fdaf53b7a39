/** A device's own idea of the time: an offset, and a crystal that runs a little fast or slow. */
export class DeviceClock {
  #offsetMs: number;
  #setAt: number;
  readonly #driftPpm: number;

  /** Offset and drift against true time; all instants in epoch milliseconds. */
  constructor(offsetMs: number, driftPpm: number, startsAt: number) {
    this.#offsetMs = offsetMs;
    this.#driftPpm = driftPpm;
    this.#setAt = startsAt;
  }

  read(at: number): number {
    return Math.round(at + this.#offsetMs + ((at - this.#setAt) * this.#driftPpm) / 1e6);
  }

  setBy(serverTime: number, at: number): void {
    this.#offsetMs = serverTime - at;
    this.#setAt = at;
  }
}
