/** So many entries may leave before the rest move; more than that where more stay. */
const least = 64;

/**
 * A `Map` for what comes and goes by the thousand a second. A `Map` that is filled and emptied for long
 * makes itself a new table now and then, and its old one refers to that: once one of them has grown old,
 * V8's collections of young memory take all later ones, with everything that was ever in them, for
 * reachable (100,000 messages sent: 200 MB). Here the entries move to another `Map` before that.
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

  /** What came before everything else that is there. */
  first(): [K, V] | undefined {
    return this.#entries.entries().next().value;
  }

  /** In the order in which they came. */
  values(): V[] {
    return [...this.#entries.values()];
  }
}
