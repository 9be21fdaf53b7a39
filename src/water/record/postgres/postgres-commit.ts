import type { Partition } from '../../../db/pipeline.ts';
import { isMoved } from '../../../db/postgres/citus/moved.ts';
import { recordBatch } from '../batch.ts';
import {
  type Batch,
  type BatchOutcome,
  type Commit,
  devicesOfBatch,
  readingsOf,
  sensorsOf,
} from '../batch-parts.ts';
import { runBatchAsync, type SensorKey } from '../batch-statements.ts';
import type { Patience } from '../store-around.ts';
import { createDeviceMemory, type RememberedDevices } from './device-memory.ts';
import { hasten } from './find-blocked.ts';
import { holdAndFind } from './hold-and-find.ts';
import { outdated, statementsOf } from './postgres-sql.ts';
import { type Basis, createBatchStatements } from './postgres-statements.ts';

/** A batch with its devices, in the order of their ids, and its sensors. */
type Task = {
  batch: Batch;
  ids: number[];
  keys: SensorKey[];
  recalled: RememberedDevices | undefined;
  patience: Patience;
};

/**
 * Why a batch failed, where another try may help:
 * - `outdated`: a device was written since it was remembered;
 * - `duplicate`: there is a newer reading than the sensor's row says, so each reading must be asked for;
 * - `moved`: another server of Citus has the shard by now;
 * - `deadlock`: on Citus, it met who makes a part of the readings, and cannot lock shards that batches
 *   write to at once;
 * - `parted`: the same, but the part was there before the reading got to the default one, which it was
 *   on its way to.
 */
type Failure = 'outdated' | 'duplicate' | 'moved' | 'deadlock' | 'parted';

/** How a batch is tried again that has failed. Each try trusts less than the one before, so they end. */
const nextTry: Record<Basis, Partial<Record<Failure, Basis>>> = {
  remembered: {
    outdated: 'looked-up',
    duplicate: 'looked-up',
    moved: 'looked-up',
    deadlock: 'looked-up',
    parted: 'looked-up',
  },
  'looked-up': {
    duplicate: 'cautious',
    moved: 'cautious',
    deadlock: 'cautious',
    parted: 'cautious',
  },
  cautious: {},
};

/** Failures by which what was remembered turns out to be wrong. */
const aboutMemory: ReadonlySet<Failure> = new Set(['outdated', 'duplicate']);

/**
 * Commits batches on PostgreSQL, with what is remembered of their devices where all of them are, and
 * else with what is looked up first. No two batches of this process may hold the same device at once.
 * @param partition where the devices of all its batches are.
 * @param mostKept how many devices are remembered.
 */
export function createPostgresCommit(partition: Partition, mostKept: number): Commit {
  const { run, shard } = partition;
  const prepared = statementsOf(partition);
  const memory = createDeviceMemory(mostKept);

  const commit = async (
    { batch, ids, keys, recalled, patience }: Task,
    basis: Basis,
  ): Promise<BatchOutcome> =>
    await run(async (pipeline) => {
      if (patience === 'hasty') await pipeline.ask(hasten);
      const remembered = basis === 'remembered' ? recalled : undefined;
      const devices =
        remembered ?? memory.complete(await holdAndFind(pipeline, prepared, ids, keys));
      const statements = createBatchStatements(pipeline, prepared, { devices, basis }, shard);
      const outcome = await runBatchAsync(recordBatch(batch, basis === 'cautious'), statements);
      if (batch.isTrial) {
        // What it has changed of them in place was never stored.
        memory.forget(ids);
        return outcome;
      }
      await statements.commit();
      memory.remember(devices);
      return outcome;
    });

  const commitOrRetry = async (task: Task, basis: Basis): Promise<BatchOutcome> => {
    try {
      const outcome = await commit(task, basis);
      if (basis === 'remembered') memory.noteOutcome(true);
      return outcome;
    } catch (error) {
      // The batch changed in place what it was given.
      memory.forget(task.ids);
      const failure = failureOf(error);
      // On the other server versions are numbered otherwise.
      if (failure === 'moved') memory.clear();
      const next = failure && nextTry[basis][failure];
      if (!next) throw error;
      if (basis === 'remembered' && aboutMemory.has(failure)) memory.noteOutcome(false);
      return await commitOrRetry(task, next);
    }
  };

  return async (batch, patience) => {
    const [ids, keys] = [devicesOfBatch(batch), sensorsOf(readingsOf(batch))];
    const recalled = memory.recall(ids, keys);
    const task = { batch, ids, keys, recalled, patience };
    return await commitOrRetry(task, recalled ? 'remembered' : 'looked-up');
  };
}

/** By the codes of PostgreSQL. */
const failures = new Map<unknown, Failure>([
  [outdated, 'outdated'],
  ['23505', 'duplicate'],
  ['40P01', 'deadlock'],
]);

const checkViolation = '23514';

function failureOf(error: unknown): Failure | undefined {
  if (isMoved(error)) return 'moved';
  const { code, constraint } = error as { code?: unknown; constraint?: string };
  // A check of ours has a name; the bounds of a part have none.
  if (code === checkViolation && constraint === undefined) return 'parted';
  return failures.get(code);
}
