import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
  return {
    db,
    close: async () => {
      await db.close();
      await drop();
    },
  };
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
    lanes: 4,
    connectTimeoutMs: 5000,
    statementTimeoutMs: 30_000,
  } as const;
  return { target, drop };
}
