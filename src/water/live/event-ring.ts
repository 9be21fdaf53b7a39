import type { WrittenEvent } from './events.ts';

/** An event as it is kept for those who come back. */
export type KeptEvent = {
  sequence: number;
  /** When it happened, in milliseconds that only go forward. */
  at: number;
  accountId: number;
  deviceId: number | undefined;
  written: WrittenEvent;
};

export type RingLimits = {
  most: number;
  /** How long an event is kept, in milliseconds. */
  keptMs: number;
};

/** The last events of this process, in their order; the oldest go first. */
export class EventRing {
  readonly #limits: RingLimits;
  readonly #dropped: (event: KeptEvent) => void;
  readonly #events = new Map<number, KeptEvent>();

  /** @param dropped is told of each event that can be had no longer. */
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

  /** Forgets what there was of a device for an account, as if it had never been told. */
  forgetDevice(deviceId: number, accountId: number): void {
    for (const event of this.#events.values()) {
      if (event.deviceId === deviceId && event.accountId === accountId)
        this.#events.delete(event.sequence);
    }
  }

  clear(): void {
    this.#events.clear();
  }

  /** The events of an account after one with this number. */
  after(sequence: number, accountId: number): WrittenEvent[] {
    const found: WrittenEvent[] = [];
    for (const event of this.#events.values()) {
      if (event.accountId === accountId && event.sequence > sequence) found.push(event.written);
    }
    return found;
  }
}
