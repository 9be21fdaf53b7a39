import { FairLine } from './fair-line.ts';
import { WaitingLine } from './waiting-line.ts';

/** Who waits: the account, and whether a caller waits for the answer, as with a single send. */
export type Turn = { account: number; isAwaited: boolean };

/** Turns in a row that single sends have while others wait: bulk goes slowly, and never stands still. */
const mostInARow = 9;

/**
 * What waits for a way to phones: single sends before all else, but for each tenth turn; within both,
 * accounts take turns.
 */
export class TurnLine<T extends Turn> {
  /** What must not wait, such as the rest of a message that is half out. */
  readonly #urgent = new WaitingLine<T>();
  readonly #awaited = new FairLine<T>();
  readonly #others = new FairLine<T>();
  readonly #waitsUntil: (item: T) => number;
  #inARow = 0;
  /** No item's wait ends before. */
  #firstLateAt = Number.POSITIVE_INFINITY;

  /** @param waitsUntil when the wait of an item ends; it may be put off later, never brought forward. */
  constructor(waitsUntil: (item: T) => number = () => Number.POSITIVE_INFINITY) {
    this.#waitsUntil = waitsUntil;
  }

  get size(): number {
    return this.#urgent.size + this.#awaited.size + this.#others.size;
  }

  /** Items whose callers do not wait. */
  get patient(): number {
    return this.#others.size;
  }

  get first(): T | undefined {
    return this.#front().first;
  }

  add(item: T): void {
    (item.isAwaited ? this.#awaited : this.#others).add(item.account, item);
    this.#noteWait(item);
  }

  /** Puts an item back that had its turn in vain; it goes before its like, or before everything. */
  putBack(item: T, isUrgent = false): void {
    if (isUrgent) this.#urgent.add(item);
    else (item.isAwaited ? this.#awaited : this.#others).putBack(item);
    this.#noteWait(item);
  }

  /** Lets items go before everything. */
  hasten(which: (item: T) => boolean): void {
    for (const item of this.remove(which)) this.#urgent.add(item);
  }

  removeFirst(): void {
    const front = this.#front();
    if (front === this.#others) this.#inARow = 0;
    else if (front === this.#awaited && this.#others.size > 0) this.#inARow += 1;
    front.removeFirst();
  }

  remove(which: (item: T) => boolean): T[] {
    return [this.#urgent, this.#awaited, this.#others].flatMap((line) => line.remove(which));
  }

  /** No item's wait ends before; infinite where none waits. */
  get firstLateAt(): number {
    return this.#firstLateAt;
  }

  /** Removes the items whose wait is over. */
  removeLate(now: number): T[] {
    if (this.#firstLateAt > now) return [];
    this.#firstLateAt = Number.POSITIVE_INFINITY;
    return this.remove((item) => {
      const isLate = this.#waitsUntil(item) <= now;
      if (!isLate) this.#noteWait(item);
      return isLate;
    });
  }

  #noteWait(item: T): void {
    this.#firstLateAt = Math.min(this.#firstLateAt, this.#waitsUntil(item));
  }

  #front(): WaitingLine<T> | FairLine<T> {
    if (this.#urgent.size > 0) return this.#urgent;
    if (this.#awaited.size === 0) return this.#others;
    return this.#others.size > 0 && this.#inARow >= mostInARow ? this.#others : this.#awaited;
  }
}
