import type { RunTransaction } from '../../../db/postgres/transactions.ts';
import { recordBatch } from '../batch.ts';
import type { Batch, BatchOutcome } from '../batch-parts.ts';
import { runBatchAsync } from '../batch-statements.ts';
import { holdAndFind } from './hold-and-find.ts';
import { statements, statementsOfOneDevice } from './postgres-sql.ts';
import { createBatchStatements } from './postgres-statements.ts';

/**
 * Commits a batch on PostgreSQL: holds its devices, finds their sensors and newest rollups, runs the
 * batch, which writes what follows from it and counts the pending commands, and commits.
 * @param isSpread whether Citus has the tables; then a batch is of one device.
 */
export function createPostgresCommit(
  run: RunTransaction,
  isSpread: boolean,
): (batch: Batch) => Promise<BatchOutcome> {
  const prepared = isSpread ? statementsOfOneDevice : statements;
  return (batch) =>
    run(async (trx) => {
      const found = await holdAndFind(trx, prepared, batch);
      const work = recordBatch(batch);
      const outcome = await runBatchAsync(work, createBatchStatements(trx, prepared, found));
      await trx.commit();
      return outcome;
    });
}
