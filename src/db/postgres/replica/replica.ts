import { sql } from 'kysely';
import { withDeadline } from '../../../kit/async/deadline.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import type { Db } from '../../db.ts';
import { isSilence, isUnreachable } from '../../storage-away.ts';
import type { PostgresDatabase } from '../postgres-database.ts';
import { createLagMeasure } from './replica-lag.ts';

/** State of a read replica. */
export type ReplicaState = 'up' | 'late' | 'away';

/** State of the replica, and its lag in milliseconds where it is a standby of PostgreSQL's own. */
export type ReplicaHealth = { state: ReplicaState; lagMs: number | undefined };

/** Called back once for each change, with the reason. */
export type ReplicaObserver = (health: ReplicaHealth, error?: unknown) => void;

export type Replica = {
  /** Runs a read on the replica, or on the primary while there is no replica to ask. */
  read: <T>(read: (late: PostgresDatabase) => Promise<T>) => Promise<T>;
  /** Checks the replica now, unless it was away a moment ago. */
  check: () => Promise<ReplicaHealth>;
  /** Lag at the last measurement, in milliseconds; undefined where unknown. */
  lagMs: () => number | undefined;
  close: () => Promise<void>;
};

type ReplicaDeps = {
  replica: PostgresDatabase;
  primary: PostgresDatabase;
  timers: Timers;
  /** A replica that lags more milliseconds than this is not asked. */
  longestLagMs: number;
  observer: ReplicaObserver;
};

/** A replica that was away is left alone for this long, so that not every read waits for it. */
const leftAloneMs = 15_000;
const measureEveryMs = 2000;
const checkWithinMs = 1500;

/**
 * A copy of the database that may be late, for reads that can bear it. While it cannot be reached,
 * lacks what the primary has, is later than it may be, or is in the way of its own replication, the primary
 * answers instead. One that was too late is asked again once it has caught up to half of what it may lag. A
 * read under which it falls silent has used its time up and fails; the next ones go to the primary.
 */
export function createReplica(deps: ReplicaDeps): Replica {
  const { replica, primary, timers, longestLagMs, observer } = deps;
  const measureLag = createLagMeasure({ primary: primary.db, replica: replica.db, timers });
  let state: ReplicaState = 'up';
  let lagMs: number | undefined;
  let leftAloneUntil = 0;

  const become = (now: ReplicaState, error?: unknown) => {
    if (now === 'away') leftAloneUntil = timers.now() + leftAloneMs;
    if (now === 'away') lagMs = undefined;
    if (now === state) return;
    state = now;
    observer({ state, lagMs }, error);
  };
  /** A read that tries again keeps the others from doing so at the same time. */
  const isLeftAlone = (): boolean => {
    if (state !== 'away') return false;
    if (timers.now() < leftAloneUntil) return true;
    leftAloneUntil = timers.now() + leftAloneMs;
    return false;
  };

  /** Checks the replica; one that was away may have become late meanwhile. */
  const look = async (): Promise<void> => {
    try {
      await withDeadline('asking the replica', checkWithinMs, ask(replica.db));
    } catch (error) {
      return become('away', error);
    }
    try {
      lagMs = await withDeadline('measuring the lag', checkWithinMs, measureLag());
    } catch {
      // Without the primary the lag is unknown.
      lagMs = undefined;
    }
    const most = state === 'late' ? longestLagMs / 2 : longestLagMs;
    become(lagMs !== undefined && lagMs > most ? 'late' : 'up');
  };
  let looking: Promise<void> | undefined;
  const lookOnce = (): Promise<void> => {
    looking ??= look().finally(() => {
      looking = undefined;
    });
    return looking;
  };
  let isClosed = false;
  let cancel = () => {};
  const lookLater = () => {
    if (isClosed) return;
    cancel = timers.after(measureEveryMs, () => {
      // A replica that is away is tried again by the reads.
      const looked = state === 'away' ? Promise.resolve() : lookOnce();
      looked.finally(lookLater);
    });
  };
  lookLater();

  const read: Replica['read'] = async (work) => {
    if (state === 'late' || isLeftAlone()) return await work(primary);
    try {
      const result = await work(replica);
      if (state === 'away') await lookOnce();
      return result;
    } catch (error) {
      if (isSilence(error)) become('away', error);
      if (isUnreachable(error) || lacksTables(error)) become('away', error);
      else if (!isRecoveryConflict(error)) throw error;
      return await work(primary);
    }
  };

  return {
    read,
    check: async () => {
      if (!isLeftAlone()) await lookOnce();
      return { state, lagMs };
    },
    lagMs: () => lagMs,
    close: async () => {
      isClosed = true;
      cancel();
      await replica.db.destroy();
    },
  };
}

/** Any of our tables: one that is there but was never made a replica has none. */
async function ask(replica: Db): Promise<void> {
  await replica.selectFrom('users').select(sql.lit(1).as('yes')).limit(1).execute();
}

/** A schema that has not come over yet, or a database that is no replica of ours. */
function lacksTables(error: unknown): boolean {
  return /^(42P01|42703)$/.test(codeOf(error));
}

/** The replica ended the read because what it looked at was changed on the primary. */
function isRecoveryConflict(error: unknown): boolean {
  return /^(40001|40P01)$/.test(codeOf(error));
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '');
}
