import { type Bucket, takeTokens } from '../../kit/async/token-bucket.ts';
import type { Timers } from '../../kit/time/timers.ts';

/**
 * The receiver's clock is not ours, and lines carry what left evenly a little unevenly: so no 1.02 of our
 * seconds has more than a second may have.
 */
const secondMs = 1020;

/** A limit of messages a second for all that go one way. */
export type RateLimit = ReturnType<typeof createRateLimit>;

/**
 * Keeps to a rate in every second, whenever it begins, after a pause too. A bucket of two hundredths of
 * the rate saves timers; what it holds is taken off what flows in, so that both together make the rate.
 * @param perSecond 1 at least.
 */
export function createRateLimit(perSecond: number, timers: Pick<Timers, 'now'>) {
  const burst = Math.max(1, Math.floor(perSecond / 50));
  const limits = { burst, perSecond: (perSecond - burst + 1) / (secondMs / 1000) };
  const bucket: Bucket = { tokens: burst, at: timers.now() };

  /** @returns 0 where one may go now, which counts it; else the whole milliseconds until one may. */
  const take = (): number => Math.ceil(1000 * takeTokens(bucket, limits, timers.now()));

  return {
    take,
    /** Milliseconds between two, where many wait. */
    everyMs: 1000 / limits.perSecond,
    /** Messages that may go now, and the milliseconds until one may. */
    look: (): { free: number; waitMs: number } => {
      const waitMs = take();
      if (waitMs === 0) bucket.tokens += 1;
      return { free: Math.floor(bucket.tokens), waitMs };
    },
  };
}
