import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Database } from '../../../src/db/database.ts';
import { openDatabase } from '../../../src/db/open-database.ts';
import { databaseModules } from '../../../src/water/index.ts';
import { makeTestFolder } from '../server/test-folder.ts';
import type { Engine } from '../server/test-server.ts';
import { makeMigratedPostgres, makeMigratedSqlite, postgresTarget } from './migrated-storage.ts';
import { makeSpreadDatabase } from './spread-database.ts';

/** A migrated database of its own, without a server around it. */
export async function openTestDatabase(
  engine: Engine,
): Promise<{ db: Database; close: () => Promise<void> }> {
  const { target, drop } = await (engine === 'sqlite' ? migratedSqlite() : migratedPostgres());
  const db = await openDatabase(target, databaseModules);
  return { db, close: () => closeAndDrop(db, drop) };
}

/** A database of PostgreSQL that takes itself for one whose readings Citus has spread. */
export async function openSpreadDatabase(): Promise<{ db: Database; close: () => Promise<void> }> {
  const { url, drop } = await makeSpreadDatabase();
  const db = await openDatabase(postgresTarget(url), databaseModules);
  return { db, close: () => closeAndDrop(db, drop) };
}

async function closeAndDrop(db: Database, drop: () => Promise<void>): Promise<void> {
  await db.close();
  await drop();
}

async function migratedSqlite() {
  const folder = await makeTestFolder('test');
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
