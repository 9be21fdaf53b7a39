import type { SqliteFile } from '../../../db/sqlite/sqlite-file.ts';
import { recordBatch } from '../batch.ts';
import type { Batch, BatchOutcome } from '../batch-parts.ts';
import { runBatch } from '../batch-statements.ts';
import { type LedgerSpan, recomputeSpan } from '../rollups/recompute-span.ts';
import { openBatch } from './sqlite-batch.ts';
import { prepareStatements, type SqliteStatements } from './sqlite-statements.ts';

/**
 * What the writer thread does for the recorder. Calls that wait together are one transaction, and so
 * one sync of the disk.
 */
export function createProcedures(file: SqliteFile) {
  const begin = file.prepare('begin immediate');
  const commit = file.prepare('commit');
  const rollback = file.prepare('rollback');
  // Prepared at the first call, since the schema may not be there when the thread starts.
  let tables: SqliteStatements | undefined;

  const inTransaction = <T>(work: (batch: ReturnType<typeof openBatch>) => T): T => {
    tables ??= prepareStatements(file);
    begin.run();
    try {
      const batch = openBatch(tables);
      const result = work(batch);
      batch.save();
      commit.run();
      return result;
    } catch (error) {
      // Where the disk is full or broken, SQLite has rolled back by itself.
      if (file.inTransaction) rollback.run();
      throw error;
    }
  };

  return {
    recordBatch: (batches: Batch[]): BatchOutcome[] =>
      inTransaction(({ statements }) =>
        batches.map((batch) => runBatch(recordBatch(batch), statements)),
      ),
    /** Makes the ledger of spans anew; of each, how many hours these are. */
    recomputeSpan: (spans: LedgerSpan[]): number[] =>
      inTransaction(({ statements }) =>
        spans.map((span) => runBatch(recomputeSpan(span), statements)),
      ),
    /** Brings what waits in the head chunks of devices to its tables. */
    flushDevice: (deviceIds: number[]): null[] =>
      inTransaction(({ flushDevice }) =>
        deviceIds.map((id) => {
          flushDevice(id);
          return null;
        }),
      ),
  };
}
