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

  /** What the device believes the time to be at a true instant. */
  read(at: number): number {
    return Math.round(at + this.#offsetMs + ((at - this.#setAt) * this.#driftPpm) / 1e6);
  }

  /** Sets the clock by what a server's Date header said at a true instant. */
  setBy(serverTime: number, at: number): void {
    this.#offsetMs = serverTime - at;
    this.#setAt = at;
  }
}
