import type { FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import { failures } from '../../kit/api/failures/api-error.ts';
import { growingTo } from '../../kit/growing-to.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { minuteMs } from '../../kit/time/units.ts';

/** Requests of a caller in its minute, and the rest of that minute in milliseconds. */
export type Use = { limit: number; used: number; resetMs: number };

/** Counts requests by the ids of callers. */
export type MinuteRate = { count: (id: number) => Promise<Use> };

const windowMs = minuteMs;

/** Ids whose minute is remembered; more than one process can serve in a minute. */
const mostIds = 200_000;

type CountUse = (use: { id: number; now: number; windowMs: number }) => Promise<{
  count: number;
  started_at: number;
}>;

/**
 * Counts in memory, for the one process of an embedded database.
 * @param limit requests per minute.
 */
export function createMinuteRate(limit: number, timers: Pick<Timers, 'now'>): MinuteRate {
  return createRate(limit, { now: timers.now, countUse: countInMemory() });
}

/**
 * Counts in the database that all processes share.
 * @param countUse counts one more there.
 */
export function createSharedMinuteRate(
  limit: number,
  { clock, countUse }: { clock: Clock; countUse: CountUse },
): MinuteRate {
  return createRate(limit, { now: clock, countUse });
}

function createRate(
  limit: number,
  { now: clock, countUse }: { now: () => number; countUse: CountUse },
): MinuteRate {
  return {
    count: async (id) => {
      const now = clock();
      const { count, started_at } = await countUse({ id, now, windowMs });
      // Another process' clock may be a little ahead of ours.
      return { limit, used: count, resetMs: Math.min(windowMs, started_at + windowMs - now) };
    },
  };
}

function countInMemory(): CountUse {
  const windows = new LRUCache<number, { started_at: number; count: number }>(growingTo(mostIds));
  return async ({ id, now }) => {
    const known = windows.get(id);
    const window =
      known && known.started_at > now - windowMs ? known : { started_at: now, count: 0 };
    window.count += 1;
    windows.set(id, window);
    return window;
  };
}

/**
 * Writes the caller's remaining rate into the answer's headers (document 2, section 8).
 * @throws 429 with the sentence `refusal` where the limit is passed.
 */
export function checkRate(
  reply: FastifyReply,
  { limit, used, resetMs }: Use,
  refusal: string,
): void {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': Math.max(0, limit - used),
    'ratelimit-reset': seconds,
  });
  if (used > limit) throw failures.tooMany(refusal, seconds);
}
