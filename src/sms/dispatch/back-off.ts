import { minuteMs } from '../../kit/time/units.ts';

const firstMs = 1000;
export const longestBackOffMs = 10 * minuteMs;
const firstRepeatMs = 30_000;

/**
 * Returns the wait before a message that was not taken is tried again: a second, doubled with each
 * attempt, ten minutes at most; half of it is random, so that messages that failed together do not come
 * back together.
 * @param attempts tries before the one that has just failed.
 * @param random from 0 to 1.
 */
export function backOffMs(attempts: number, random: number): number {
  const longest = Math.min(longestBackOffMs, firstMs * 2 ** Math.min(attempts, 20));
  return Math.round(longest * (0.5 + random / 2));
}

/**
 * Returns the wait before a message that may have been sent is sent again: up to half a minute, then two
 * minutes, eight. A late answer or a receipt has time to come first.
 * @param inDoubt copies without an answer before the one that has just been lost.
 * @param random from 0 to 1.
 */
export function repeatAfterMs(inDoubt: number, random: number): number {
  const longest = Math.min(longestBackOffMs, firstRepeatMs * 4 ** Math.min(inDoubt, 10));
  return Math.round(longest * (0.5 + random / 2));
}
