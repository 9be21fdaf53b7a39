import { WaitingLine } from './waiting-line.ts';

/** A queue in which accounts take turns, so that nobody waits for all that another one has queued. */
export class FairLine<T> {
  /** In the order of their turns. */
  readonly #lines = new Map<number, WaitingLine<T>>();
  /** Items that had their turn in vain. */
  readonly #again = new WaitingLine<T>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get first(): T | undefined {
    return this.#front().first;
  }

  add(account: number, item: T): void {
    const line = this.#lines.get(account) ?? new WaitingLine<T>();
    this.#lines.set(account, line);
    line.add(item);
    this.#size += 1;
  }

  /** Puts an item that was first before all others. */
  putBack(item: T): void {
    this.#again.add(item);
    this.#size += 1;
  }

  removeFirst(): void {
    const front = this.#front();
    if (front.first === undefined) return;
    front.removeFirst();
    this.#size -= 1;
    if (front !== this.#again) this.#endTurn(front);
  }

  remove(which: (item: T) => boolean): T[] {
    const removed = [this.#again, ...this.#lines.values()].flatMap((line) => line.remove(which));
    for (const [account, line] of this.#lines) if (line.size === 0) this.#lines.delete(account);
    this.#size -= removed.length;
    return removed;
  }

  /** Items that go before one that the account would add now, as long as nobody else comes. */
  ahead(account: number): number {
    const own = this.#lines.get(account)?.size ?? 0;
    let ahead = this.#again.size + own;
    for (const [other, line] of this.#lines) {
      if (other !== account) ahead += Math.min(line.size, own + 1);
    }
    return ahead;
  }

  #front(): WaitingLine<T> {
    if (this.#again.size > 0) return this.#again;
    return this.#lines.values().next().value ?? this.#again;
  }

  /** Its account has the next turn when all others have had theirs. */
  #endTurn(line: WaitingLine<T>): void {
    if (this.#lines.size === 1 && line.size > 0) return;
    const [account] = this.#lines.keys();
    if (account === undefined) return;
    this.#lines.delete(account);
    if (line.size > 0) this.#lines.set(account, line);
  }
}
