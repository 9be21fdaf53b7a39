import type { WrittenEvent } from './events.ts';

/** Event that is kept for listeners that come back. */
export type KeptEvent = {
  sequence: number;
  /** Monotonic milliseconds. */
  at: number;
  accountId: number;
  deviceId: number | undefined;
  written: WrittenEvent;
};

export type RingLimits = {
  most: number;
  /** Time for which an event is kept, in milliseconds. */
  keptMs: number;
};

/** Last events of this process, in their order; the oldest are dropped first. */
export class EventRing {
  readonly #limits: RingLimits;
  readonly #dropped: (event: KeptEvent) => void;
  readonly #events = new Map<number, KeptEvent>();

  /** @param dropped called with each event that is dropped. */
  constructor(limits: RingLimits, dropped: (event: KeptEvent) => void) {
    this.#limits = limits;
    this.#dropped = dropped;
  }

  add(event: KeptEvent): void {
    this.#events.set(event.sequence, event);
    this.dropOld(event.at);
  }

  dropOld(now: number): void {
    for (const event of this.#events.values()) {
      if (this.#events.size <= this.#limits.most && event.at > now - this.#limits.keptMs) return;
      this.#events.delete(event.sequence);
      this.#dropped(event);
    }
  }

  forgetDevice(deviceId: number, accountId: number): void {
    for (const event of this.#events.values()) {
      if (event.deviceId === deviceId && event.accountId === accountId)
        this.#events.delete(event.sequence);
    }
  }

  clear(): void {
    this.#events.clear();
  }

  after(sequence: number, accountId: number): WrittenEvent[] {
    const found: WrittenEvent[] = [];
    for (const event of this.#events.values()) {
      if (event.accountId === accountId && event.sequence > sequence) found.push(event.written);
    }
    return found;
  }
}
