/** Places at the front that may stand empty before the line is moved up. */
const largestGap = 1000;

/** A queue that is as quick with thousands of items as with one. */
export class WaitingLine<T> {
  #items: T[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  get first(): T | undefined {
    return this.#items[this.#head];
  }

  add(item: T): void {
    this.#items.push(item);
  }

  removeFirst(): void {
    this.#head += 1;
    if (this.#head < largestGap && this.#head < this.#items.length) return;
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }

  remove(which: (item: T) => boolean): T[] {
    const all = this.#items.slice(this.#head);
    const removed = all.filter(which);
    if (removed.length === 0) return removed;
    this.#head = 0;
    this.#items = all.filter((item) => !which(item));
    return removed;
  }
}
