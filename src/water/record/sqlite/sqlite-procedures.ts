import type { SqliteFile } from '../../../db/sqlite/sqlite-file.ts';
import { recordBatch } from '../batch.ts';
import type { Batch, BatchOutcome } from '../batch-parts.ts';
import { runBatch } from '../batch-statements.ts';
import { countReadings, type PackedBatch, packOutcome, unpackReadings } from './packed-batch.ts';
import { keepSensorHeads } from './sensor-heads.ts';
import { prepareBatchStatements } from './sqlite-statements.ts';

type Batches = ReturnType<typeof prepareBatches>;

/** What the writer thread does for the recorder: one batch, one transaction, one sync of the disk. */
export function createProcedures(file: SqliteFile) {
  // Prepared at the first call, since the schema may not be there when the thread starts.
  let prepared: Batches | undefined;

  const commit = <T>(work: (batches: Batches) => T): T => {
    prepared ??= prepareBatches(file);
    // Inside somebody's transaction this would be a savepoint, answered before it is durable.
    if (file.inTransaction) throw new Error('a batch met an open transaction');
    try {
      return work(prepared);
    } catch (error) {
      prepared.forgetAll();
      throw error;
    }
  };

  const procedures = {
    recordBatch: (batches: PackedBatch[]): Float64Array[] =>
      commit(({ record }) => split(record(join(batches)), batches).map(packOutcome)),
    /** Moves the readings of devices that still wait in their sensors' rows to their history. */
    settleReadings: (deviceIds: number[]): null[] => commit(({ settle }) => settle(deviceIds)),
  };
  return { procedures, noticeWrite: (sql: string) => prepared?.noticeWrite(sql) };
}

function prepareBatches(file: SqliteFile) {
  const heads = keepSensorHeads(prepareBatchStatements(file));

  const record = file.transaction((batch: Batch) => {
    const outcome = runBatch(recordBatch(batch), heads);
    heads.flush();
    return outcome;
  });
  const settle = file.transaction((deviceIds: number[]) =>
    deviceIds.map((id) => {
      heads.settle(id);
      return null;
    }),
  );
  return {
    record: record.immediate,
    settle: settle.immediate,
    forgetAll: heads.forgetAll,
    noticeWrite: heads.noticeWrite,
  };
}

/** Several batches as one, at the instant of the last. */
function join(batches: PackedBatch[]): Batch {
  const last = batches.at(-1);
  if (!last) throw new Error('a call brings at least one batch');
  const { now, deadBand, commandMs, onlineMs, sensorsPerDevice } = last;
  return {
    readings: batches.flatMap(unpackReadings),
    heard: batches.flatMap(({ heard }) => heard),
    now,
    deadBand,
    commandMs,
    onlineMs,
    sensorsPerDevice,
  };
}

/** The consequences, which are of all batches together, go with the last. */
function split({ recorded, consequences }: BatchOutcome, batches: PackedBatch[]): BatchOutcome[] {
  let from = 0;
  return batches.map((batch, index) => {
    const to = from + countReadings(batch);
    const part = recorded.slice(from, to);
    from = to;
    return { recorded: part, consequences: index === batches.length - 1 ? consequences : [] };
  });
}
