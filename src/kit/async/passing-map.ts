/** Entries that may leave before the rest move. */
const least = 64;

/**
 * A `Map` for thousands of short-lived entries a second. V8 makes a new table for such a `Map` now and
 * then, to which the old one refers: once one of them is in old memory, collections of young memory keep
 * all later ones with their entries (100,000 messages sent: 200 MB). Here the entries move to another `Map`
 * before that.
 */
export class PassingMap<K, V> {
  #entries = new Map<K, V>();
  #left = 0;

  get size(): number {
    return this.#entries.size;
  }

  has(key: K): boolean {
    return this.#entries.has(key);
  }

  get(key: K): V | undefined {
    return this.#entries.get(key);
  }

  set(key: K, value: V): void {
    this.#entries.set(key, value);
  }

  delete(key: K): boolean {
    const wasThere = this.#entries.delete(key);
    if (wasThere) this.#left += 1;
    if (this.#left > Math.max(least, this.#entries.size)) {
      this.#entries = new Map(this.#entries);
      this.#left = 0;
    }
    return wasThere;
  }

  clear(): void {
    this.#entries.clear();
    this.#left = 0;
  }

  first(): [K, V] | undefined {
    return this.#entries.entries().next().value;
  }

  values(): V[] {
    return [...this.#entries.values()];
  }
}
