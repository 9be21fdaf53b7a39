const firstPauseMs = 5000;
const longestPauseMs = 15 * 60_000;

type Pause = { failures: number; until: number };

/**
 * Remembers which endpoints did not answer at all. While one is paused nothing is claimed for it, and
 * then one event goes first, so that a dead endpoint with a long queue costs one try at a time.
 * Each process remembers for itself: what it forgets at a restart is learnt with one try.
 */
export class EndpointPauses {
  readonly #now: () => number;
  readonly #pauses = new Map<number, Pause>();

  /** @param now milliseconds that only ever go forward. */
  constructor(now: () => number) {
    this.#now = now;
  }

  isPaused(webhookId: number): boolean {
    const pause = this.#pauses.get(webhookId);
    return pause !== undefined && pause.until > this.#now();
  }

  /** Whether the last that was heard of this endpoint was silence. */
  isOnProbation(webhookId: number): boolean {
    return this.#pauses.has(webhookId);
  }

  noteAnswer(webhookId: number): void {
    this.#pauses.delete(webhookId);
  }

  noteSilence(webhookId: number): void {
    const failures = (this.#pauses.get(webhookId)?.failures ?? 0) + 1;
    const pause = Math.min(longestPauseMs, firstPauseMs * 2 ** (failures - 1));
    this.#pauses.set(webhookId, { failures, until: this.#now() + pause });
  }
}
