import type { Logger } from 'pino';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
} from 'rate-limiter-flexible';
import type { Db } from '../../db/db.ts';
import { withDeadline } from '../../kit/async/deadline.ts';
import { runThrottleStatement, shortenThrottles } from './throttle-queries.ts';

/** Counts by key; each key's count ends `seconds` after it began. */
export type Count = {
  limiter: RateLimiterAbstract;
  /** How long a count lasts, in milliseconds. */
  periodMs: number;
};

export type CountOptions = {
  name: string;
  points: number;
  seconds: number;
  /** Nothing is given back of it: once it is spent, a process need not ask again until its end. */
  isOneWay?: boolean;
};

export type MakeCount = (options: CountOptions) => Count;

/** Counts of this process alone, in its memory. */
export function createOwnCount({ points, seconds }: CountOptions): Count {
  const limiter = new RateLimiterMemory({ points, duration: seconds });
  return { limiter, periodMs: seconds * 1000 };
}

/** Storage that does not count by then leaves it to memory: a login is not to wait long to be refused. */
const countWithinMs = 1000;

/** Counts that all processes on a PostgreSQL share. */
export type SharedCounts = {
  makeCount: MakeCount;
  /** Has no count last longer from now on than its period, whatever clock it was begun by. */
  shorten: (now: number) => Promise<void>;
};

/**
 * Makes counts that all processes on a PostgreSQL share. While it is slow or away each process counts
 * for itself, from nothing: that lets a stranger try more, but never without end.
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
