import { join } from 'node:path';
import { Kysely, type Selectable } from 'kysely';
import type { Db } from '../../src/db/database.ts';
import { openPostgres } from '../../src/db/postgres.ts';
import { createSqliteDialect } from '../../src/db/sqlite-dialect.ts';
import { createStatementRunner, openSqliteFile } from '../../src/db/sqlite-file.ts';
import type { SensorsTable, Tables } from '../../src/db/tables.ts';
import type { ReadingRow, Rollup } from '../../src/water/record/rollup.ts';
import type { Storage } from './kisima-process.ts';

/** What the recorder writes, as it stands in the database, in the order of its keys. */
export type Stored = {
  readings: ReadingRow[];
  rollups: Rollup[];
  sensors: Selectable<SensorsTable>[];
};

/** Reads behind the server's back, over a connection of its own. */
export async function readStored({ folder, databaseUrl }: Storage): Promise<Stored> {
  return databaseUrl === undefined
    ? await readSqliteFile(join(folder, 'kisima.db'))
    : await readPostgres(databaseUrl);
}

/** As `readStored`, from any SQLite file that has the tables; fails where the file is not whole. */
export async function readSqliteFile(path: string): Promise<Stored> {
  const file = openSqliteFile(path, { readonly: true, cacheKib: 16_384 });
  try {
    const damage = file.pragma('integrity_check', { simple: true });
    if (damage !== 'ok') throw new Error(`${path}: ${damage}`);
    const source = { execute: createStatementRunner(file), acquire: async () => () => {} };
    return await readAll(new Kysely<Tables>({ dialect: createSqliteDialect(source) }));
  } finally {
    file.close();
  }
}

async function readPostgres(url: string): Promise<Stored> {
  const db = openPostgres({
    url,
    poolSize: 1,
    connectTimeoutMs: 5000,
    statementTimeoutMs: 30_000,
  });
  try {
    // A server that was killed may have left a commit under way, so all is read as of one instant.
    return await db.transaction().setIsolationLevel('repeatable read').execute(readAll);
  } finally {
    await db.destroy();
  }
}

async function readAll(db: Db): Promise<Stored> {
  return {
    readings: await db
      .selectFrom('readings')
      .selectAll()
      .orderBy('device_id')
      .orderBy('sensor_no')
      .orderBy('recorded_at')
      .execute(),
    rollups: await db
      .selectFrom('hourly_rollups')
      .selectAll()
      .orderBy('device_id')
      .orderBy('sensor_no')
      .orderBy('hour')
      .execute(),
    sensors: await db
      .selectFrom('sensors')
      .selectAll()
      .orderBy('device_id')
      .orderBy('sensor_no')
      .execute(),
  };
}
