import { LRUCache } from 'lru-cache';
import { keepMost } from '../kit/keep-most.ts';

/** How often somebody came in their minute, and how long that still lasts, in milliseconds. */
export type Use = { limit: number; used: number; resetMs: number };

/** Counts requests, each of somebody who is known by an id. */
export type MinuteRate = { count: (id: number, now: number) => Promise<Use> };

const windowMs = 60_000;

/** Ids whose minute is remembered; more than one process can serve in a minute. */
const mostIds = 200_000;

type CountUse = (use: { id: number; now: number; windowMs: number }) => Promise<{
  count: number;
  started_at: number;
}>;

/**
 * Counts where all processes see it, as far as there are several.
 * @param limit requests per minute.
 * @param countUse does one more in the database that they share; without it they do not, and this
 * process, being the only one, counts in memory.
 */
export function createMinuteRate(limit: number, countUse?: CountUse): MinuteRate {
  const countOne = countUse ?? countInMemory();
  return {
    count: async (id, now) => {
      const { count, started_at } = await countOne({ id, now, windowMs });
      return { limit, used: count, resetMs: started_at + windowMs - now };
    },
  };
}

function countInMemory(): CountUse {
  const windows = new LRUCache<number, { started_at: number; count: number }>(keepMost(mostIds));
  return async ({ id, now }) => {
    const known = windows.get(id);
    const window =
      known && known.started_at > now - windowMs ? known : { started_at: now, count: 0 };
    window.count += 1;
    windows.set(id, window);
    return window;
  };
}
