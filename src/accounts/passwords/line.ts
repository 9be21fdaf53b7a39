/**
 * What waits, in turn by whom it belongs to: however much one of them asks for, everybody else's next
 * is not behind it.
 */
export class Line<T> {
  readonly #byKey = new Map<string, T[]>();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(key: string, item: T): void {
    const own = this.#byKey.get(key);
    if (own) own.push(item);
    else this.#byKey.set(key, [item]);
    this.#length += 1;
  }

  /** Takes the first of whoever's turn it is, who then goes behind the others. */
  take(): T | undefined {
    const [first] = this.#byKey;
    if (!first) return undefined;
    const [key, items] = first;
    const item = items.shift();
    this.#byKey.delete(key);
    if (items.length > 0) this.#byKey.set(key, items);
    this.#length -= 1;
    return item;
  }

  /** Takes the last of whoever has most, which is who filled the line. */
  takeFromLongest(): T | undefined {
    let longest: [string, T[]] | undefined;
    for (const entry of this.#byKey) {
      if (!longest || entry[1].length >= longest[1].length) longest = entry;
    }
    if (!longest) return undefined;
    const [key, items] = longest;
    const item = items.pop();
    if (items.length === 0) this.#byKey.delete(key);
    this.#length -= 1;
    return item;
  }
}
