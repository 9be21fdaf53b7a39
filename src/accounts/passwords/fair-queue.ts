/** A queue that takes from its keys by turns: nobody's next item is behind all that another has asked for. */
export class FairQueue<T> {
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

  /** Takes the first item of the next key, which then goes behind the others. */
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

  /** Takes the last item of the key that has most. */
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
