import { rmSync } from 'node:fs';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { distribute } from '../../../src/cli/distribute.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { type DatabaseTarget, openDatabase } from '../../../src/db/open-database.ts';
import { databaseModules } from '../../../src/water/index.ts';
import { makeTestFolder } from '../server/test-folder.ts';
import { makeDistributedDatabase } from './distributed-database.ts';
import { copyPostgresDatabase, makePostgresDatabase, type PostgresDatabase } from './postgres.ts';

/**
 * Storage with the whole schema and nothing in it, copied from one that was migrated once: most tests
 * are not about migrations, and those would take most of the time that a test server needs to start.
 */

const sqliteTemplate = once(async () => {
  const folder = await makeTestFolder('template');
  const path = join(folder, 'kisima.db');
  await migrateOnce({ engine: 'sqlite', path, cacheKib: 8192 });
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return path;
});

const postgresTemplate = once(async () => {
  const database = await makePostgresDatabase();
  await migrateOnce(postgresTarget(database.url));
  return database;
});

/** Puts a migrated database into the file. */
export async function makeMigratedSqlite(path: string): Promise<void> {
  await copyFile(await sqliteTemplate(), path);
}

export async function makeMigratedPostgres(): Promise<PostgresDatabase> {
  const cluster = process.env['TEST_CITUS_URLS'];
  if (cluster) return await makeDistributedDatabase(cluster.split(' '), prepareDistributed);
  return await copyPostgresDatabase(await postgresTemplate());
}

async function prepareDistributed(url: string): Promise<void> {
  const db = await openDatabase(postgresTarget(url), databaseModules);
  await migrate(db);
  await distribute(db, () => {});
  await db.close();
}

/** A few connections, which is all that a test needs. */
export function postgresTarget(url: string) {
  return {
    engine: 'postgres',
    url,
    poolSize: 4,
    partitions: 4,
    connectTimeoutMs: 5000,
    statementTimeoutMs: 30_000,
  } as const;
}

async function migrateOnce(target: DatabaseTarget): Promise<void> {
  const db = await openDatabase(target, databaseModules);
  try {
    await migrate(db);
  } finally {
    await db.close();
  }
}

function once<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
