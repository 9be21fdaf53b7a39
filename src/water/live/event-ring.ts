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

  /** Drops the events of some devices for some accounts, in one pass however many there are of either. */
  forgetDevices(deviceIds: ReadonlySet<number>, accountIds: ReadonlySet<number>): void {
    for (const { sequence, deviceId, accountId } of this.#events.values()) {
      if (deviceId !== undefined && deviceIds.has(deviceId) && accountIds.has(accountId))
        this.#events.delete(sequence);
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
