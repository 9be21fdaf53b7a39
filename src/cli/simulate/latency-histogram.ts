/** Buckets grow by 4 %, so a quantile is right to within 2 %, in a few hundred numbers. */
const GROWTH = 1.04;
const FLOOR_MS = 0.01;

/** Durations in constant memory, however many come. */
export class LatencyHistogram {
  readonly #buckets: number[] = [];
  #count = 0;

  /** Counts one duration in milliseconds. */
  add(ms: number): void {
    const bucket = Math.max(0, Math.round(Math.log(ms / FLOOR_MS) / Math.log(GROWTH)));
    this.#buckets[bucket] = (this.#buckets[bucket] ?? 0) + 1;
    this.#count += 1;
  }

  /** The duration in milliseconds that a share of all (0 to 1) stays within; null where none came. */
  quantile(share: number): number | null {
    let left = Math.max(1, Math.ceil(this.#count * share));
    for (const [bucket, count] of this.#buckets.entries()) {
      left -= count ?? 0;
      if (left <= 0) return FLOOR_MS * GROWTH ** bucket;
    }
    return null;
  }
}
