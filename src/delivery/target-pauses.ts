import { minuteMs } from '../kit/time/units.ts';

const firstPauseMs = 5000;
const longestPauseMs = 15 * minuteMs;

type Pause = { failures: number; until: number };

/**
 * Remembers which targets did not answer at all. While one is paused nothing is claimed for it, and
 * then one delivery goes first, so that a dead target with a long queue costs one try at a time.
 * Each process remembers for itself: what it forgets at a restart is learnt with one try.
 */
export class TargetPauses {
  readonly #now: () => number;
  readonly #pauses = new Map<number, Pause>();

  /** @param now monotonic milliseconds. */
  constructor(now: () => number) {
    this.#now = now;
  }

  isPaused(targetId: number): boolean {
    const pause = this.#pauses.get(targetId);
    return pause !== undefined && pause.until > this.#now();
  }

  /** True if this target did not answer last time. */
  isOnProbation(targetId: number): boolean {
    return this.#pauses.has(targetId);
  }

  noteAnswer(targetId: number): void {
    this.#pauses.delete(targetId);
  }

  noteSilence(targetId: number): void {
    const failures = (this.#pauses.get(targetId)?.failures ?? 0) + 1;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    this.#pauses.set(targetId, { failures, until: this.#now() + pause });
  }
}
