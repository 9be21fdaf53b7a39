import { createHistogram } from 'node:perf_hooks';

/** The readings that a fleet kept in a blackout, and how they went after its return. */
export class Backlog {
  /** How many there were. */
  readonly kept: number;
  /** Time to the answers of all pushes while it drained, in microseconds. */
  readonly latencyMicros = createHistogram();
  /** Answers 429 and 5xx while it drained. */
  busy = 0;
  /** Seconds from the return until a half, 99 % and all were gone from the devices; null before. */
  halfAfter: number | null = null;
  mostAfter: number | null = null;
  allAfter: number | null = null;
  readonly #returnedAt: number;
  readonly #startedAt: number;
  readonly #stopwatch: () => number;
  #left: number;

  /** `returnedAt` is wall time: what was taken before it belongs to the backlog. */
  constructor(kept: number, returnedAt: number, stopwatch: () => number) {
    this.kept = kept;
    this.#left = kept;
    this.#returnedAt = returnedAt;
    this.#stopwatch = stopwatch;
    this.#startedAt = stopwatch();
    if (kept === 0) this.#note();
  }

  get left(): number {
    return this.#left;
  }

  get isDraining(): boolean {
    return this.#left > 0;
  }

  /** A reading taken at an instant has left its device: stored, refused for good or dropped. */
  leave(takenAt: number): void {
    if (takenAt >= this.#returnedAt || this.#left === 0) return;
    this.#left -= 1;
    this.#note();
  }

  #note(): void {
    const seconds = (this.#stopwatch() - this.#startedAt) / 1000;
    if (this.#left <= this.kept / 2) this.halfAfter ??= seconds;
    if (this.#left <= this.kept / 100) this.mostAfter ??= seconds;
    if (this.#left === 0) this.allAfter ??= seconds;
  }
}
