import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../src/db/database.ts';

/** Lets no reading be stored, or none of this level. @returns what ends it. */
export async function refuseReadings(db: Database, level?: number): Promise<() => Promise<void>> {
  const isMeant = level === undefined ? sql`true` : sql`new.level = ${sql.lit(level)}`;
  return await refuseRows(db, 'readings', isMeant);
}

/**
 * Lets no row be inserted into a table of which a condition on `new` is true, or deleted from it of which one on `old`
 * is. @returns what ends it.
 */
export async function refuseRows(
  db: Database,
  table: string,
  isMeant: RawBuilder<unknown>,
  event: 'insert' | 'delete' = 'insert',
): Promise<() => Promise<void>> {
  if (db.engine === 'sqlite') {
    await sql`create trigger refuse before ${sql.raw(event)} on ${sql.table(table)} when ${isMeant}
      begin select raise(abort, 'refused'); end`.execute(db.write);
    return async () => void (await sql`drop trigger refuse`.execute(db.write));
  }
  // Both or neither: what is left of one that failed would hide why from the next.
  await db.transaction(async (trx) => {
    await sql`create function refuse() returns trigger language plpgsql as $$
      begin raise exception 'refused' using errcode = '23000'; end $$`.execute(trx);
    await sql`create trigger refuse before ${sql.raw(event)} on ${sql.table(table)} for each row when (${isMeant})
      execute function refuse()`.execute(trx);
  });
  return async () => void (await sql`drop function refuse cascade`.execute(db.write));
}
