import { createHistogram } from 'node:perf_hooks';

/** `sent` = `stored` + `duplicates` + all `refused` + `busy` + `unanswered`, once all is answered. */
export type Tally = ReturnType<typeof emptyTally>;

export function emptyTally() {
  return {
    sent: 0,
    stored: 0,
    /** Resends of a reading that had been stored. */
    duplicates: 0,
    /** Duplicates that were answered with another reading. */
    storedTwice: 0,
    refused: new Map<number, number>(),
    /** Answers 429 and 5xx; the reading is sent again. */
    busy: 0,
    unanswered: 0,
    retried: 0,
    /** Live readings that were stored after their moment. */
    late: 0,
    dropped: 0,
    missed: 0,
    unsent: 0,
    outages: 0,
    clocksSet: 0,
    polls: 0,
    commandsReceived: 0,
    commandsAcked: 0,
    /** Time to the answer of each push, in microseconds. */
    latencyMicros: createHistogram(),
    /** Times since the last whole minute began. */
    minuteMicros: createHistogram(),
    /** Wait of a device for its place in the simulator, before it could send. */
    turnMicros: createHistogram(),
    /** Readings kept in a blackout; null before its end. */
    backlog: null as Backlog | null,
  };
}

export function countRefusal(tally: Tally, status: number): void {
  tally.refused.set(status, (tally.refused.get(status) ?? 0) + 1);
}

/** Records the time to an answer, in microseconds. */
export function recordLatency(tally: Tally, micros: number): void {
  const value = Math.max(1, Math.round(micros));
  tally.latencyMicros.record(value);
  tally.minuteMicros.record(value);
  if (tally.backlog?.isDraining) tally.backlog.latencyMicros.record(value);
}

/** Counts an answer 429 or 5xx. */
export function countBusy(tally: Tally): void {
  tally.busy += 1;
  if (tally.backlog?.isDraining) tally.backlog.busy += 1;
}

/** Readings that a fleet kept in a blackout, and their delivery after its return. */
export class Backlog {
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

  /** `returnedAt` is wall time: readings taken before it belong to the backlog. */
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

  /** Counts a reading that has left its device: stored, refused for good or dropped. */
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
