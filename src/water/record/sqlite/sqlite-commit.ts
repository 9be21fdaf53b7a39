import type { SqliteFile } from '../../../db/sqlite/sqlite-file.ts';
import { isUniqueViolation } from '../../../db/unique-violation.ts';
import { recordBatch } from '../batch.ts';
import type { Batch, BatchOutcome } from '../batch-parts.ts';
import { type BatchStatements, type BatchWork, runBatch } from '../batch-statements.ts';
import { type LedgerSpan, recomputeSpan } from '../rollups/recompute-span.ts';
import { prepareStatements } from './sqlite-sql.ts';
import { createBatchStatements } from './sqlite-statements.ts';

/**
 * What the writer thread does for the recorder. Calls that wait together are one transaction, and so
 * one sync of the disk.
 */
export function createProcedures(file: SqliteFile) {
  const begin = file.prepare('begin immediate');
  const commit = file.prepare('commit');
  const rollback = file.prepare('rollback');
  // Prepared at the first call, since the schema may not be there when the thread starts.
  let statements: BatchStatements | undefined;

  const inTransaction = <T>(works: BatchWork<T>[]): T[] => {
    statements ??= createBatchStatements(prepareStatements(file));
    const prepared = statements;
    begin.run();
    try {
      const results = works.map((work) => runBatch(work, prepared));
      commit.run();
      return results;
    } catch (error) {
      // Where the disk is full or broken, SQLite has rolled back by itself.
      if (file.inTransaction) rollback.run();
      throw error;
    }
  };

  /** Records a batch as if it were to stay. @throws where it could not. */
  const tryBatch = (batch: Batch): BatchOutcome => {
    statements ??= createBatchStatements(prepareStatements(file));
    begin.run();
    try {
      return runBatch(recordBatch(batch, true), statements);
    } finally {
      if (file.inTransaction) rollback.run();
    }
  };

  return {
    /** Looks of batches whether they could be recorded; nothing of them stays. */
    tryBatch: (batches: Batch[]): BatchOutcome[] => batches.map(tryBatch),
    recordBatch: (batches: Batch[]): BatchOutcome[] => {
      const record = (isCautious: boolean) =>
        inTransaction(batches.map((batch) => recordBatch(batch, isCautious)));
      try {
        return record(false);
      } catch (error) {
        // There is a newer reading than the sensor's row says.
        if (isUniqueViolation(error)) return record(true);
        throw error;
      }
    },
    /** Makes the ledger of spans anew; of each, how many hours these are. */
    recomputeSpan: (spans: LedgerSpan[]): number[] => inTransaction(spans.map(recomputeSpan)),
  };
}
