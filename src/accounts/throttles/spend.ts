import { RateLimiterRes } from 'rate-limiter-flexible';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Count } from './throttle-counts.ts';

/** A wrong attempt counts, a right one clears the count; `unfinished` waits for the second factor. */
export type Attempt = { verdict: 'right' | 'wrong' | 'unfinished' };

export async function take(count: Count, key: string, message: string): Promise<void> {
  const spent = await consume(count, key);
  if (spent) throw tooMany(message, count, spent);
}

export async function isWithin(count: Count, key: string): Promise<boolean> {
  return (await consume(count, key)) === undefined;
}

/** @returns the state of the count where it is used up. */
async function consume({ limiter }: Count, key: string): Promise<RateLimiterRes | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (spent) {
    if (!(spent instanceof RateLimiterRes)) throw spent;
    return spent;
  }
}

export async function countLeft(count: Count, key: string, message: string): Promise<number> {
  const { limiter } = count;
  const used = await limiter.get(key);
  if (!used || used.msBeforeNext <= 0) return limiter.points;
  if (used.remainingPoints <= 0) throw tooMany(message, count, used);
  return used.remainingPoints;
}

export async function countAttempt(
  { limiter }: Count,
  key: string,
  { verdict }: Attempt,
): Promise<void> {
  if (verdict === 'wrong') await limiter.penalty(key);
  if (verdict === 'right') await limiter.delete(key);
}

/** After the clock was set back the count would seem to end later than it does. */
function tooMany(message: string, { periodMs }: Count, { msBeforeNext }: RateLimiterRes) {
  const seconds = Math.max(1, Math.ceil(Math.min(periodMs, msBeforeNext) / 1000));
  return failures.tooMany(`${message} Try again later.`, seconds);
}
