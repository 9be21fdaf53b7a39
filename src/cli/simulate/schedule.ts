/** Due instants, the earliest first; a binary heap in two arrays. */
export class Schedule {
  #instants = new Float64Array(16);
  #codes = new Uint32Array(16);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Instant of the earliest; Infinity where nothing is due. */
  get nextAt(): number {
    return this.#size === 0 ? Number.POSITIVE_INFINITY : this.#at(0);
  }

  /** Adds `code` (a whole number from 0) at an instant. */
  add(at: number, code: number): void {
    if (this.#size === this.#codes.length) this.#grow();
    let place = this.#size;
    this.#size += 1;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (this.#at(parent) <= at) break;
      this.#put(place, this.#at(parent), this.#code(parent));
      place = parent;
    }
    this.#put(place, at, code);
  }

  /** Takes out the earliest; undefined where nothing is due. */
  take(): { at: number; code: number } | undefined {
    if (this.#size === 0) return undefined;
    const first = { at: this.#at(0), code: this.#code(0) };
    this.#size -= 1;
    this.#sink(this.#at(this.#size), this.#code(this.#size));
    return first;
  }

  /** Puts the last entry in the place of the one taken from the top. */
  #sink(at: number, code: number): void {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && this.#at(child + 1) < this.#at(child)) child += 1;
      if (this.#at(child) >= at) break;
      this.#put(place, this.#at(child), this.#code(child));
      place = child;
    }
    this.#put(place, at, code);
  }

  #at(place: number): number {
    return this.#instants[place] ?? 0;
  }

  #code(place: number): number {
    return this.#codes[place] ?? 0;
  }

  #put(place: number, at: number, code: number): void {
    this.#instants[place] = at;
    this.#codes[place] = code;
  }

  #grow(): void {
    const [instants, codes] = [this.#instants, this.#codes];
    this.#instants = new Float64Array(2 * this.#size);
    this.#instants.set(instants);
    this.#codes = new Uint32Array(2 * this.#size);
    this.#codes.set(codes);
  }
}
