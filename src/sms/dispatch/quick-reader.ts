import type { Database, Db } from '../../db/database.ts';

/**
 * Where a transaction reads what it has not written itself. On SQLite that is this thread's own
 * connection: while the transaction is open nobody else commits, so both see the same, and a message to
 * the writer thread and back is spared. On PostgreSQL it is the transaction.
 */
export function quickReader(trx: Db, { engine, read }: Database): Db {
  return engine === 'sqlite' ? read : trx;
}
