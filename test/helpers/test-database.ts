import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { type Database, openDatabase } from '../../src/db/database.ts';
import { migrate } from '../../src/db/migrate.ts';
import { databaseModules } from '../../src/water/index.ts';
import { makePostgresDatabase } from './postgres.ts';
import type { Engine } from './test-server.ts';

/** A migrated database of its own, without a server around it. */
export async function openTestDatabase(
  engine: Engine,
): Promise<{ db: Database; close: () => Promise<void> }> {
  const { target, drop } = engine === 'sqlite' ? await sqliteTarget() : await postgresTarget();
  const db = await openDatabase(target, databaseModules);
  await migrate(db);
  return { db, close: () => closeAndDrop(db, drop) };
}

/** A database of PostgreSQL that takes itself for one whose readings Citus has spread. */
export async function openSpreadDatabase(
  table = 'readings',
): Promise<{ db: Database; close: () => Promise<void> }> {
  const { target, drop } = await postgresTarget();
  const plain = await openDatabase(target, databaseModules);
  await migrate(plain);
  await sql`create view citus_tables as
    select ${sql.lit(table)}::regclass as table_name, 'distributed' as citus_table_type`.execute(
    plain.write,
  );
  await plain.close();
  const db = await openDatabase(target, databaseModules);
  return { db, close: () => closeAndDrop(db, drop) };
}

async function closeAndDrop(db: Database, drop: () => Promise<void>): Promise<void> {
  await db.close();
  await drop();
}

async function sqliteTarget() {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-test-'));
  return {
    target: { engine: 'sqlite', path: join(folder, 'kisima.db'), cacheKib: 8192 } as const,
    drop: () => rm(folder, { recursive: true, force: true }),
  };
}

async function postgresTarget() {
  const { url, drop } = await makePostgresDatabase();
  const target = {
    engine: 'postgres',
    url,
    poolSize: 4,
    partitions: 4,
    connectTimeoutMs: 5000,
    statementTimeoutMs: 30_000,
  } as const;
  return { target, drop };
}
