import { sql } from 'kysely';
import type { Db, Engine } from './db.ts';

/**
 * True if there is a table of this name. Kysely's introspection would read all columns of all tables,
 * which is most of what the start of a database that is up to date takes.
 */
export async function hasTable(
  { engine, write }: { engine: Engine; write: Db },
  name: string,
): Promise<boolean> {
  const { rows } = await (engine === 'sqlite'
    ? sql`select 1 from sqlite_master where type = 'table' and name = ${name}`
    : sql`select 1 where to_regclass(${name}) is not null`
  ).execute(write);
  return rows.length > 0;
}
