import { LRUCache } from 'lru-cache';

/** How often a key was used in its minute, and how long that still lasts, in milliseconds. */
export type Use = { limit: number; used: number; resetMs: number };

/** Counts the uses of keys: document 2, section 8. */
export type KeyRate = { count: (keyId: number, now: number) => Promise<Use> };

/** Requests per minute per API key. */
const limit = 60;
const windowMs = 60_000;

/** Keys whose minute is remembered; more than one process can serve in a minute. */
const mostKeys = 200_000;

type CountUse = (use: { keyId: number; now: number; windowMs: number }) => Promise<{
  count: number;
  started_at: number;
}>;

/**
 * Counts where all processes see it, as far as there are several.
 * @param countUse does one more in the database that they share; without it they do not, and this
 * process, being the only one, counts in memory.
 */
export function createKeyRate(countUse?: CountUse): KeyRate {
  const countOne = countUse ?? countInMemory();
  return {
    count: async (keyId, now) => {
      const { count, started_at } = await countOne({ keyId, now, windowMs });
      return { limit, used: count, resetMs: started_at + windowMs - now };
    },
  };
}

function countInMemory(): CountUse {
  const windows = new LRUCache<number, { started_at: number; count: number }>({ max: mostKeys });
  return async ({ keyId, now }) => {
    const known = windows.get(keyId);
    const window =
      known && known.started_at > now - windowMs ? known : { started_at: now, count: 0 };
    window.count += 1;
    windows.set(keyId, window);
    return window;
  };
}
