import { join } from 'node:path';
import { Kysely, type Selectable } from 'kysely';
import type { Database } from '../../../src/db/database.ts';
import type { Db } from '../../../src/db/db.ts';
import { openPostgres } from '../../../src/db/postgres/postgres-database.ts';
import { createSqliteDialect } from '../../../src/db/sqlite/sqlite-dialect.ts';
import { createStatementRunner, openSqliteFile } from '../../../src/db/sqlite/sqlite-file.ts';
import type { DeviceStatusTable } from '../../../src/db/tables/device-tables.ts';
import type { Tables } from '../../../src/db/tables/tables.ts';
import type { SensorsTable } from '../../../src/db/tables/tank-tables.ts';
import type { RefillRow } from '../../../src/water/ledger/refill-row.ts';
import { columnsOf, readingsOf } from '../../../src/water/readings/packed/stretches.ts';
import { shelfColumn } from '../../../src/water/record/postgres/shelve-rollups.ts';
import type { ReadingRow, Rollup } from '../../../src/water/record/rollups/rollup.ts';
import { measuredColumns } from '../../../src/water/record/row-columns.ts';
import type { Storage } from '../server/kisima-process.ts';

/** Rows of the recorder in the database, in the order of their keys; readings wherever they lie. */
export type Stored = {
  readings: ReadingRow[];
  rollups: Rollup[];
  refills: RefillRow[];
  sensors: Omit<Selectable<SensorsTable>, 'packed_until'>[];
  statuses: Selectable<DeviceStatusTable>[];
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
  const { db } = openPostgres({
    url,
    poolSize: 1,
    connectTimeoutMs: 5000,
    statementTimeoutMs: 30_000,
  });
  try {
    // A server that was killed may have left a commit under way, so all is read as of one instant.
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute((trx) => readAll(trx));
  } finally {
    await db.destroy();
  }
}

/** Rows of one device. */
export async function readStoredOf({ read }: Database, deviceId: number): Promise<Stored> {
  return await readAll(read, deviceId);
}

async function readAll(db: Db, deviceId?: number): Promise<Stored> {
  const [from, to] = [deviceId ?? 0, deviceId ?? Number.MAX_SAFE_INTEGER];
  const rows = await db
    .selectFrom('readings')
    .selectAll()
    .where('device_id', '>=', from)
    .where('device_id', '<=', to)
    .execute();
  const stretches = await db
    .selectFrom('packed_readings')
    .selectAll()
    .where('device_id', '>=', from)
    .where('device_id', '<=', to)
    .execute();
  return {
    readings: [
      ...rows.map(inOrder),
      ...stretches.flatMap((each) => readingsOf(each, columnsOf(each))).map(inOrder),
    ]
      // As the keys of both tables are ordered.
      .sort(
        (a, b) =>
          a.device_id - b.device_id || a.sensor_no - b.sensor_no || a.recorded_at - b.recorded_at,
      ),
    rollups: (
      await db
        .selectFrom('hourly_rollups')
        .selectAll()
        .where('device_id', '>=', from)
        .where('device_id', '<=', to)
        .orderBy('device_id')
        .orderBy('sensor_no')
        .orderBy('hour')
        .execute()
    ).map((rollup) => without(rollup, shelfColumn)),
    refills: await db
      .selectFrom('refills')
      .selectAll()
      .where('device_id', '>=', from)
      .where('device_id', '<=', to)
      .orderBy('device_id')
      .orderBy('sensor_no')
      .orderBy('hour')
      .orderBy('begun_at')
      .execute(),
    sensors: (
      await db
        .selectFrom('sensors')
        .selectAll()
        .where('device_id', '>=', from)
        .where('device_id', '<=', to)
        .orderBy('device_id')
        .orderBy('sensor_no')
        .execute()
    ).map((sensor) => without(sensor, 'packed_until')),
    statuses: await db
      .selectFrom('device_status')
      .selectAll()
      .where('device_id', '>=', from)
      .where('device_id', '<=', to)
      .orderBy('device_id')
      .execute(),
  };
}

/** With its columns in the order of the table. */
function inOrder(row: ReadingRow): ReadingRow {
  const { device_id, sensor_no } = row;
  const values = measuredColumns.map((column) => [column, row[column]]);
  return { device_id, sensor_no, ...Object.fromEntries(values) };
}

/** A row as both engines have it. */
function without<Row extends object>(row: Row, column: string): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== column)) as Row;
}
