import { sql } from 'kysely';
import { withDeadline } from '../../kit/async/deadline.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { Db } from '../db.ts';
import { isSilence, isUnreachable } from '../storage-away.ts';
import type { PostgresDatabase } from './postgres-database.ts';

/** What a read replica was found to be. */
export type ReplicaState = 'up' | 'away';

/** Is told once for each change, and why. */
export type ReplicaObserver = (state: ReplicaState, error?: unknown) => void;

export type Replica = {
  /** Runs a read on the replica, or on the primary while there is no replica to ask. */
  read: <T>(read: (late: PostgresDatabase) => Promise<T>) => Promise<T>;
  /** How the replica is, asked now unless it was found away a moment ago. */
  check: () => Promise<ReplicaState>;
  close: () => Promise<void>;
};

type ReplicaDeps = {
  replica: PostgresDatabase;
  primary: PostgresDatabase;
  timers: Pick<Timers, 'now'>;
  observer: ReplicaObserver;
};

/** A replica that was away is left alone for this long, so that not every read waits for it. */
const leftAloneMs = 15_000;
/** A small question that a replica answers, or is away. */
const checkWithinMs = 1500;

/**
 * A copy of the database that may be late, for reads that can bear it. While it cannot be reached,
 * lacks what the primary has, or is in the way of its own replication, the primary answers instead. A
 * read under which it falls silent has used its time up and fails; the next ones go to the primary.
 */
export function createReplica({ replica, primary, timers, observer }: ReplicaDeps): Replica {
  let state: ReplicaState = 'up';
  let leftAloneUntil = 0;

  const become = (now: ReplicaState, error?: unknown) => {
    if (now === 'away') leftAloneUntil = timers.now() + leftAloneMs;
    if (now === state) return;
    state = now;
    observer(state, error);
  };
  /** Whoever tries again keeps the others from doing so at the same time. */
  const isLeftAlone = (): boolean => {
    if (state === 'up') return false;
    if (timers.now() < leftAloneUntil) return true;
    leftAloneUntil = timers.now() + leftAloneMs;
    return false;
  };

  const read: Replica['read'] = async (work) => {
    if (isLeftAlone()) return await work(primary);
    try {
      const result = await work(replica);
      become('up');
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
      if (isLeftAlone()) return state;
      try {
        await withDeadline('asking the replica', checkWithinMs, ask(replica.db));
        become('up');
      } catch (error) {
        become('away', error);
      }
      return state;
    },
    close: () => replica.db.destroy(),
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
