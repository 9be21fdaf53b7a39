import { isMoved } from '../../../db/postgres/citus/moved.ts';
import type { Partition } from '../../../db/postgres/pipeline/pipeline.ts';
import { devicesOf, recordBatch } from '../batch.ts';
import type { Batch, BatchOutcome } from '../batch-parts.ts';
import { runBatchAsync, type SensorKey } from '../batch-statements.ts';
import { createDeviceMemory, type RememberedDevices } from './device-memory.ts';
import { holdAndFind, sensorKeysOf } from './hold-and-find.ts';
import { outdated, statementsOf } from './postgres-sql.ts';
import { createBatchStatements } from './postgres-statements.ts';

type Commit = (batch: Batch) => Promise<BatchOutcome>;

/** A batch with its devices, in the order of their ids, and its sensors. */
type Task = { batch: Batch; ids: number[]; keys: SensorKey[] };

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
    { batch, ids, keys }: Task,
    recalled: RememberedDevices | undefined,
    isCautious: boolean,
  ): Promise<BatchOutcome> => {
    try {
      return await run(async (pipeline) => {
        const devices =
          recalled ?? memory.complete(await holdAndFind(pipeline, prepared, ids, keys));
        const known = { devices, areHeld: recalled === undefined };
        const options = { isCautious, shard };
        const outcome = await runBatchAsync(
          recordBatch(batch),
          createBatchStatements(pipeline, prepared, known, options),
        );
        await pipeline.commit();
        memory.remember(devices);
        return outcome;
      });
    } catch (error) {
      // The batch changed in place what it was given.
      memory.forget(ids);
      // Another server has the shard, where versions are numbered otherwise.
      if (isMoved(error)) memory.clear();
      throw error;
    }
  };

  const lookAndCommit = async (task: Task): Promise<BatchOutcome> => {
    try {
      return await commit(task, undefined, false);
    } catch (error) {
      if (isPassing(error)) return await commit(task, undefined, false);
      if (codeOf(error) !== uniqueViolation) throw error;
      return await commit(task, undefined, true);
    }
  };

  return async (batch) => {
    const task = { batch, ids: devicesOf(batch), keys: sensorKeysOf(batch) };
    const recalled = memory.recall(task.ids, task.keys);
    if (!recalled) return await lookAndCommit(task);
    try {
      const outcome = await commit(task, recalled, false);
      memory.noteOutcome(true);
      return outcome;
    } catch (error) {
      if (isPassing(error)) return await lookAndCommit(task);
      if (![outdated, uniqueViolation].includes(codeOf(error))) throw error;
      memory.noteOutcome(false);
      return await lookAndCommit(task);
    }
  };
}

/** There is a newer reading than the sensor's row says: each reading must be asked for. */
const uniqueViolation = '23505';

/** On Citus: who makes a part of the readings, and cannot lock shards that batches write to at once. */
const deadlock = '40P01';

/** Whether the same batch will go through now. */
function isPassing(error: unknown): boolean {
  return isMoved(error) || codeOf(error) === deadlock;
}

function codeOf(error: unknown): string {
  return String((error as { code?: unknown }).code ?? '');
}
