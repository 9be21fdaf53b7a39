import type { SqliteFile } from '../../db/sqlite-file.ts';
import { type Batch, type BatchOutcome, recordBatch } from './batch.ts';
import { runBatch } from './batch-statements.ts';
import { cacheStatements } from './cached-statements.ts';
import { prepareBatchStatements } from './sqlite-statements.ts';

/** What the writer thread does for the recorder: one batch, one transaction, one sync of the disk. */
export function createProcedures(file: SqliteFile) {
  let statements: ReturnType<typeof cacheStatements> | undefined;
  let commit: ((batch: Batch) => BatchOutcome) | undefined;

  // Prepared at the first batch, since the schema may not be there when the thread starts.
  const prepare = () => {
    const cached = cacheStatements(prepareBatchStatements(file));
    statements = cached;
    return file.transaction((batch: Batch) => runBatch(recordBatch(batch), cached)).immediate;
  };

  const procedures = {
    recordBatch: (batches: Batch[]): BatchOutcome[] => {
      commit ??= prepare();
      // Inside somebody's transaction this would be a savepoint, answered before it is durable.
      if (file.inTransaction) throw new Error('a batch met an open transaction');
      try {
        return split(commit(join(batches)), batches);
      } catch (error) {
        statements?.forgetAll();
        throw error;
      }
    },
  };
  return { procedures, noticeWrite: (sql: string) => statements?.noticeWrite(sql) };
}

/** Several batches as one, at the instant of the last. */
function join(batches: Batch[]): Batch {
  const last = batches.at(-1);
  if (!last) throw new Error('a call brings at least one batch');
  return { ...last, readings: batches.flatMap(({ readings }) => readings) };
}

function split(outcome: BatchOutcome, batches: Batch[]): BatchOutcome[] {
  let from = 0;
  return batches.map(({ readings }) => {
    const to = from + readings.length;
    const part = outcome.slice(from, to);
    from = to;
    return part;
  });
}
