import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { databaseModules } from '../../src/water/index.ts';
import { makeMigratedPostgres, makeMigratedSqlite, postgresTarget } from './migrated-storage.ts';
import type { Engine } from './test-server.ts';

/** A migrated database of its own, without a server around it. */
export async function openTestDatabase(
  engine: Engine,
): Promise<{ db: Database; close: () => Promise<void> }> {
  const { target, drop } = await (engine === 'sqlite' ? migratedSqlite() : migratedPostgres());
  const db = await openDatabase(target, databaseModules);
  return { db, close: () => closeAndDrop(db, drop) };
}

/** A database of PostgreSQL that takes itself for one whose readings Citus has spread. */
export async function openSpreadDatabase(
  table = 'readings',
): Promise<{ db: Database; close: () => Promise<void> }> {
  const { target, drop } = await migratedPostgres();
  const plain = await openDatabase(target, databaseModules);
  await sql`create view citus_tables as
    select ${sql.lit(table)}::regclass as table_name, 'distributed' as citus_table_type`.execute(
    plain.write,
  );
  await sql`create function citus_version() returns text language sql
    as $$ select 'Citus 13.2.2 on x86_64' $$`.execute(plain.write);
  await plain.close();
  const db = await openDatabase(target, databaseModules);
  return { db, close: () => closeAndDrop(db, drop) };
}

async function closeAndDrop(db: Database, drop: () => Promise<void>): Promise<void> {
  await db.close();
  await drop();
}

async function migratedSqlite() {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-test-'));
  const path = join(folder, 'kisima.db');
  await makeMigratedSqlite(path);
  return {
    target: { engine: 'sqlite', path, cacheKib: 8192 } as const,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function migratedPostgres() {
  const { url, drop } = await makeMigratedPostgres();
  return { target: postgresTarget(url), drop };
}
