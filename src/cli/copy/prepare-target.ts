import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { migrate } from '../../db/migrate.ts';
import { missingParts, type PartRange } from '../../db/postgres/parts/missing-parts.ts';
import { findParts, makePart } from '../../db/postgres/parts/reading-parts.ts';
import { progressTable } from '../../db/unfinished-copy.ts';
import { CommandError } from '../command-error.ts';

/**
 * Migrates a target and gives it a table for the progress; it may hold rows of an earlier run of the same
 * copy.
 * @param identity tells one installation's copy from another's.
 * @throws CommandError when it holds anything else; nothing is changed then.
 */
export async function prepareTarget(db: Database, identity: string): Promise<void> {
  const present = await tableNames(db);
  if (present.includes(progressTable)) return await refuseOtherCopy(db, identity);
  if (present.length > 0) await refuseForeign(db, present);
  await migrate(db);
  const names = await tableNames(db);
  await db.transaction(async (trx) => {
    await sql`create table ${sql.table(progressTable)} (
      table_name text not null primary key, identity text not null,
      last_key text, rows bigint not null, checksum text not null
    )`.execute(trx);
    await beginProgress(trx, names, identity);
  });
}

/** Notes for each table that nothing of it is copied yet, where nothing is noted of it. */
async function beginProgress(db: Db, tables: string[], identity: string): Promise<void> {
  const rows = tables
    .filter((name) => name !== progressTable)
    .map((name) => sql`(${name}, ${identity}, 0, '0')`);
  await sql`insert into ${sql.table(progressTable)} (table_name, identity, rows, checksum)
    values ${sql.join(rows)} on conflict (table_name) do nothing`.execute(db);
}

/** Tables of the schema that we use: extensions have tables in schemas of their own, Citus many. */
async function tableNames(db: Database): Promise<string[]> {
  const tables = await db.write.introspection.getTables({ withInternalKyselyTables: true });
  const schema = await currentSchema(db);
  return tables.filter((table) => !table.isView && table.schema === schema).map(({ name }) => name);
}

async function currentSchema(db: Database): Promise<string | undefined> {
  if (db.engine === 'sqlite') return undefined;
  const { rows } = await sql<{ name: string }>`select current_schema() as name`.execute(db.write);
  return rows[0]?.name;
}

/** Makes the parts for the readings to copy; those that are older than the first share one. */
export async function prepareParts(db: Database, range: PartRange) {
  for (const part of missingParts(await findParts(db), range)) await makePart(db, part);
}

async function refuseOtherCopy(db: Database, identity: string): Promise<void> {
  const { rows } = await sql<{ identity: string }>`
    select distinct identity from ${sql.table(progressTable)}`.execute(db.write);
  if (rows.length === 1 && rows[0]?.identity === identity) {
    await migrate(db);
    // A program that is newer than the one which began has further tables.
    await beginProgress(db.write, await tableNames(db), identity);
    return;
  }
  throw new CommandError('The target holds the copy of another installation: give an empty one.');
}

async function refuseForeign(db: Database, present: string[]): Promise<void> {
  if (!present.includes('kysely_migration')) {
    throw new CommandError(
      `The target is not empty: it holds the table ${present[0]}. Give an empty one.`,
    );
  }
  // A server that once started there has left its home, and nothing that would be lost.
  const isOurs = (name: string) => name.startsWith('kysely_') || name === 'database_home';
  for (const name of present.filter((each) => !isOurs(each))) {
    const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db.write);
    if (rows.length === 0) continue;
    throw new CommandError(`The target is not empty: its ${name} holds rows. Give an empty one.`);
  }
}
