import { dayMs, hourMs, minuteMs } from '../kit/time/units.ts';

/** Time after which a delivery is given up. */
export const lifeMs = dayMs;

const firstWaitMs = 5000;
const longestWaitMs = 2 * hourMs;

/** With a quarter more. */
export const longestSpreadMs = 1.25 * longestWaitMs;

type Tried = {
  attempts: number;
  /** Milliseconds since it was stored. */
  ageMs: number;
  now: number;
  /** From 0 up to 1, spreads the tries of many. */
  random: number;
};

/**
 * Returns the instant of the next try of a failed delivery: after 5 s, 10 s, 20 s and so on up to 2 h,
 * each up to a quarter more or less.
 * @returns undefined where that would be later than 24 hours after it was stored.
 */
export function nextTryAt({ attempts, ageMs, now, random }: Tried): number | undefined {
  const wait = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1));
  const spread = Math.round(wait * (0.75 + random / 2));
  return ageMs + spread > lifeMs ? undefined : now + spread;
}

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
