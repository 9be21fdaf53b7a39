import { CompiledQuery } from 'kysely';
import type { Logger } from 'pino';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { Component } from '../../kit/async/components.ts';
import { withDeadline } from '../../kit/async/deadline.ts';
import { createLoop, removeInBatches, type SweepDeps } from '../../kit/async/loop.ts';
import { systemClock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { minuteMs } from '../../kit/time/units.ts';

/** Counts by key; each key's count ends `seconds` after it began. */
export type Count = {
  limiter: RateLimiterAbstract;
  /** Duration of a count, in milliseconds. */
  periodMs: number;
};

export type CountOptions = {
  name: string;
  points: number;
  seconds: number;
  /**
   * Set if points are never given back: once a count is used up, a process need not ask again until its
   * end.
   */
  isOneWay?: boolean;
};

export type MakeCount = (options: CountOptions) => Count;

/** Counts of this process alone, in its memory. */
export function createOwnCount({ points, seconds }: CountOptions): Count {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return { limiter, periodMs: seconds * 1000 };
}

/** Storage that takes longer leaves the count to memory: a login must not wait long to be refused. */
const countWithinMs = 1000;

/** Counts that all processes on a PostgreSQL share. */
export type SharedCounts = {
  makeCount: MakeCount;
  /** Ends every count within its period from now, whatever clock it was begun by. */
  shorten: (now: number) => Promise<void>;
};

/**
 * Makes counts that all processes on a PostgreSQL share. While it is slow or away each process counts for
 * itself, from nothing: that lets a stranger try more, but never without end.
 */
export function createSharedCounts(db: Db, log: Logger): SharedCounts {
  const periods = new Map<string, number>();
  let isAway = false;
  const insured = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      const result = await withDeadline('counting in PostgreSQL', countWithinMs, run());
      isAway = false;
      return result;
    } catch (error) {
      if (!isAway) log.warn({ err: error }, 'throttles are counted by this process alone for now');
      isAway = true;
      throw error;
    }
  };
  const storeClient = {
    query: ({ text, values }: { text: string; values: unknown[] }) =>
      insured(() => runThrottleStatement(db, text, values)),
  };

  const makeCount: MakeCount = ({ name, points, seconds, isOneWay = false }) => {
    const periodMs = seconds * 1000;
    periods.set(name, periodMs);
    const insuranceLimiter = new RateLimiterMemory({ points, duration: seconds });
    const limiter = new RateLimiterPostgres({
      storeClient,
      storeType: 'client',
      // A migration made the table, and a loop of ours sweeps it.
      tableName: 'throttles',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
      insuranceLimiter,
      ...(isOneWay && { inMemoryBlockOnConsumed: points + 1 }),
    });
    return { limiter, periodMs };
  };

  return {
    makeCount,
    shorten: async (now) => {
      for (const [name, lifeMs] of periods) await shortenThrottles(db, { name, now, lifeMs });
    },
  };
}

/** Runs a statement that `rate-limiter-flexible` wrote; answers as `pg` would. */
export async function runThrottleStatement(db: Db, text: string, values: unknown[]) {
  const { rows, numAffectedRows } = await db.executeQuery(CompiledQuery.raw(text, values));
  return { rows, rowCount: Number(numAffectedRows ?? rows.length) };
}

/** Ends counts of a name in `lifeMs` that end later, which a clock that was ahead has caused. */
export async function shortenThrottles(
  db: Db,
  { name, now, lifeMs }: { name: string; now: number; lifeMs: number },
): Promise<void> {
  await db
    .updateTable('throttles')
    .set({ expire: now + lifeMs })
    .where('key', 'like', `${name}:%`)
    .where('expire', '>', now + lifeMs)
    .execute();
}

/** @returns the number of removed counts. */
export async function deleteExpiredThrottles(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('throttles')
    .where('key', 'in', (expired) =>
      expired.selectFrom('throttles').select('key').where('expire', '<=', now).limit(limit),
    )
    // A count that begins anew meanwhile stays.
    .where('expire', '<=', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

type Deps = SweepDeps & {
  db: Database;
  clockWatch: Pick<ClockWatch, 'onJump'>;
  counts: Pick<SharedCounts, 'shorten'>;
};

/**
 * Removes counts whose period is over, by the machine's clock, as the library that writes them does. A
 * clock that was ahead locks nobody out for longer than a period.
 */
export function createThrottleSweep(deps: Deps): Component {
  const { db, clockWatch, counts, log } = deps;
  clockWatch.onJump((byMs) => {
    if (byMs > 0) return;
    counts.shorten(systemClock()).catch((error) => {
      log.error({ err: error }, 'throttles may last longer than their periods');
    });
  });
  return createLoop(deps, {
    name: 'throttle sweep',
    everyMs: 10 * minuteMs,
    // Before the start the clock may have been ahead.
    firstMs: 1000,
    work: async (signal) => {
      const now = systemClock();
      await counts.shorten(now);
      await removeInBatches((limit) => deleteExpiredThrottles(db.write, { now, limit }), signal);
    },
  });
}
