import type { Database } from '../../../src/db/database.ts';

/** A database in which something else happens before the first transaction, as another process may do it. */
export function beforeTransactions(db: Database, happen: () => Promise<void>): Database {
  let happening: Promise<void> | undefined;
  const transaction: Database['transaction'] = async (work) => {
    happening ??= happen();
    await happening;
    return await db.transaction(work);
  };
  return new Proxy(db, {
    get: (all, name) => (name === 'transaction' ? transaction : Reflect.get(all, name)),
  });
}
