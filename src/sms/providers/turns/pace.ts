import { type Bucket, takeTokens } from '../../../kit/async/token-bucket.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import { minuteMs, secondMs } from '../../../kit/time/units.ts';
import { createRecentCount } from './recent-count.ts';

/** The rate after a throttling answer, as a share of that before. */
const decrease = 0.7;
/** How fast the rate grows: parts a second, by the third power of seconds. */
const growth = 0.4;
/** No contract is for less; an SMSC that takes nothing is asked so often whether it does again. */
const leastPerSecond = 1;
/** What is tried first after a throttling answer where nothing was taken before it. */
const firstPerSecond = 5;
/** Longest gap between two answers that counts as flow. */
const longestGapMs = secondMs;

/** How many messages a link takes in a second, as it says itself. */
export type Pace = ReturnType<typeof createPace>;

/**
 * Learns the rate of a link from its throttling answers, as TCP does from lost packets. Nothing is held
 * back until the first such answer. Then the rate is 0.7 of what was taken within the last second, grows
 * back to that, stays near it for a while, and then looks faster and faster for more: the function of
 * CUBIC (RFC 9438, 4.2, and its constants), which keeps close to a limit that stays and soon finds one
 * that has moved. Adding a fixed amount a second would take minutes from a second's trouble of a fast link
 * back to its rate, or find the limit of a slow one too often.
 *
 * Contracts count by the second: all throttling answers of a second are one. Only what is taken while
 * something waits lets the rate grow. After a minute without a throttling answer it is forgotten.
 */
export function createPace(timers: Pick<Timers, 'now'>) {
  /** Undefined while nothing is held back. */
  let perSecond: number | undefined;
  let ceiling = 0;
  let flowedMs = 0;
  let lastTakenAt = 0;
  let slowedAt = Number.NEGATIVE_INFINITY;
  let throttledAt = Number.NEGATIVE_INFINITY;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let isHeld = false;
  /** Grows with each decrease: answers to what left before it are no news. */
  let epoch = 0;
  const bucket: Bucket = { tokens: 0, at: 0 };
  const recent = createRecentCount(timers);
  let taken = 0;

  const slowDown = (): void => {
    const now = timers.now();
    const seen = Math.max(firstPerSecond, recent.inLastSecond());
    ceiling = Math.min(perSecond ?? seen, seen);
    perSecond = Math.max(leastPerSecond, decrease * ceiling);
    flowedMs = 0;
    lastTakenAt = now;
    slowedAt = now;
    isHeld = false;
    epoch += 1;
    bucket.tokens = 0;
    bucket.at = now;
  };

  const limit = (): number | undefined => {
    if (timers.now() - slowedAt > minuteMs) perSecond = undefined;
    return perSecond;
  };

  /** Takes a token. @returns milliseconds until there is one; 0 where it took it. */
  const take = (): number => {
    const rate = limit();
    if (rate === undefined) return 0;
    const limits = { perSecond: rate, burst: Math.max(1, rate / 50) };
    return Math.ceil(secondMs * takeTokens(bucket, limits, timers.now()));
  };

  return {
    /** Milliseconds until something may leave; to be asked while something waits. */
    waitMs: (): number => {
      const pauseMs = pausedUntil - timers.now();
      if (pauseMs > 0) return Math.ceil(pauseMs);
      const waitMs = take();
      if (waitMs > 0) isHeld = true;
      else if (perSecond !== undefined) bucket.tokens += 1;
      return waitMs;
    },
    /** Notes something that leaves. @returns the ticket that comes back with its answer. */
    leave: (): number => {
      take();
      return epoch;
    },
    /** Notes an answer that asks for no pause. */
    noteTaken: (): void => {
      recent.add();
      taken += 1;
      if (perSecond === undefined) return;
      const now = timers.now();
      const gapMs = Math.min(longestGapMs, now - lastTakenAt);
      lastTakenAt = now;
      if (!isHeld) return;
      isHeld = false;
      flowedMs += gapMs;
      perSecond = Math.max(perSecond, cubic(ceiling, flowedMs / secondMs));
    },
    /** How many it has taken so far. */
    taken: (): number => taken,
    /** Notes an answer that asks to go slower, or to pause for so long. */
    noteThrottled: (ticket: number, pauseMs = 0): void => {
      const now = timers.now();
      throttledAt = now;
      pausedUntil = Math.max(pausedUntil, now + pauseMs);
      if (ticket === epoch && now - slowedAt >= secondMs) slowDown();
    },
    /** The most in a second; undefined where nothing is known. */
    perSecond: limit,
    /** Rest of a pause that was asked for, in milliseconds. */
    pauseLeftMs: (): number => Math.max(0, pausedUntil - timers.now()),
    /** True if it said within the last seconds that it is asked too much. */
    isSlowed: (): boolean => timers.now() - throttledAt < 5 * secondMs,
  };
}

/** The rate after so many seconds of flow (RFC 9438, 4.2), where `ceiling` was refused. */
function cubic(ceiling: number, seconds: number): number {
  const secondsToCeiling = Math.cbrt((ceiling * (1 - decrease)) / growth);
  return ceiling + growth * (seconds - secondsToCeiling) ** 3;
}
