/** Places at the front that may stand empty before the line is moved up. */
const largestGap = 1000;

/** A queue; items that are put back go before everything else. */
export class WaitingLine<T> {
  #items: T[] = [];
  #head = 0;
  readonly #returned: T[] = [];

  get first(): T | undefined {
    return this.#returned[0] ?? this.#items[this.#head];
  }

  add(item: T): void {
    this.#items.push(item);
  }

  putBack(item: T): void {
    this.#returned.push(item);
  }

  removeFirst(): void {
    if (this.#returned.length > 0) {
      this.#returned.shift();
      return;
    }
    this.#head += 1;
    if (this.#head < largestGap && this.#head < this.#items.length) return;
    this.#items = this.#items.slice(this.#head);
    this.#head = 0;
  }

  remove(which: (item: T) => boolean): T[] {
    const all = [...this.#returned.splice(0), ...this.#items.slice(this.#head)];
    this.#head = 0;
    this.#items = all.filter((item) => !which(item));
    return all.filter(which);
  }
}
