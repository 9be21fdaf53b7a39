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
    recordBatch: (batch: Batch): BatchOutcome => {
      commit ??= prepare();
      try {
        return commit(batch);
      } catch (error) {
        statements?.forgetAll();
        throw error;
      }
    },
  };
  return { procedures, noticeWrite: (sql: string) => statements?.noticeWrite(sql) };
}
