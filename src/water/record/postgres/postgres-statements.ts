import type { PostgresTransaction } from '../../../db/postgres/transactions.ts';
import type {
  AsyncBatchStatements,
  HourKey,
  RowKey,
  SensorCount,
  SensorKey,
  SensorState,
  SwitchRow,
} from '../batch-statements.ts';
import { hourMs, type ReadingRow, type Rollup } from '../rollups/rollup.ts';
import type { Found } from './hold-and-find.ts';
import {
  alertRows,
  commandKeys,
  commandRows,
  hourKeys,
  latestRows,
  readingKeys,
  readingRows,
  rollupRows,
  sensorRows,
  statusRows,
} from './postgres-rows.ts';
import type { Statements } from './postgres-sql.ts';

/** A row that is told by the place, from 1, of the key that it was asked for with. */
type Placed<R> = R & { place: number };

/** The statements of one batch in its transaction; what it only writes is not waited for. */
export function createBatchStatements(
  { query, send }: PostgresTransaction,
  statements: Statements,
  found: Found,
): AsyncBatchStatements {
  const newestRollups = new Map(found.newestRollups.map((rollup) => [hourKeyOf(rollup), rollup]));

  return {
    holdDevices: async (ids) => inOrderOf(ids, found.devices, ({ device_id }) => device_id),
    findSensors: async (keys) => inOrderOf(keys.map(nameKeyOf), found.sensors, sensorKeyOf),
    countSensors: async (keys) => {
      const counts = await query<Placed<SensorCount>>(
        statements.countSensors,
        sensorRows.values(keys),
      );
      return counts.sort((a, b) => a.place - b.place);
    },
    addSensors: async (keys) => {
      send(statements.addSensors, sensorRows.values(keys));
      return await query(statements.findSensors, sensorRows.values(keys));
    },
    insertReadings: async (rows) => {
      const stored = await query<ReadingRow>(statements.insertReadings, readingRows.values(rows));
      const fresh = new Set(stored.map(readingKeyOf));
      return rows.map((row) => fresh.delete(readingKeyOf(row)));
    },
    findReadings: async (rows) => {
      const stored = await query<ReadingRow>(statements.findReadings, readingKeys.values(rows));
      return inOrderOf(rows.map(readingKeyOf), stored, readingKeyOf);
    },
    findRollups: async (keys) => {
      const known = keys.map((key) => newestRollups.get(hourKeyOf(key)));
      const unknown = keys.filter((_, index) => !known[index]);
      if (unknown.length === 0) return known;
      const stored = await query<Rollup>(statements.findRollups, hourKeys.values(unknown));
      return inOrderOf(keys.map(hourKeyOf), [...newestRollups.values(), ...stored], hourKeyOf);
    },
    findRollupBefore: async ({ device_id, sensor_no, hour }) => {
      const [rollup] = await query<Rollup>(statements.findRollupBefore, [
        device_id,
        sensor_no,
        hour,
      ]);
      return rollup;
    },
    findRollupsFrom: ({ device_id, sensor_no, hour }, limit) =>
      query(statements.findRollupsFrom, [device_id, sensor_no, hour, limit]),
    findReadingsOfHour: ({ device_id, sensor_no, hour }) =>
      query(statements.findReadingsOfHour, [device_id, sensor_no, hour, hour + hourMs]),
    saveSensors: async (rows) => send(statements.saveSensors, latestRows.values(rows)),
    saveRollups: async (rows) => {
      // From here on only the table tells how they are.
      newestRollups.clear();
      send(statements.saveRollups, rollupRows.values(rows));
    },
    saveDeviceStatus: async (rows) => send(statements.saveDeviceStatus, statusRows.values(rows)),
    findLastSwitches: async (keys) => {
      const switches = await query<Placed<SwitchRow>>(
        statements.findLastSwitches,
        sensorRows.values(keys),
      );
      return inOrderOf(
        keys.map((_, index) => index + 1),
        switches,
        ({ place }) => place,
      );
    },
    cancelCommands: async (keys) => send(statements.cancelCommands, commandKeys.values(keys)),
    insertCommands: (rows) => query<RowKey>(statements.insertCommands, commandRows.values(rows)),
    insertAlerts: (rows) => query<RowKey>(statements.insertAlerts, alertRows.values(rows)),
    countPendingCommands: async (ids, now) => {
      if (ids.length === 0) return [];
      const counts = await query<{ device_id: number; count: number }>(
        statements.countPendingCommands,
        [ids, now],
      );
      return inOrderOf(ids, counts, ({ device_id }) => device_id).map((row) => row?.count ?? 0);
    },
  };
}

function inOrderOf<K, R>(
  keys: readonly K[],
  rows: readonly R[],
  keyOf: (row: R) => K,
): (R | undefined)[] {
  const byKey = new Map(rows.map((row) => [keyOf(row), row]));
  return keys.map((key) => byKey.get(key));
}

function nameKeyOf({ deviceId, name }: SensorKey): string {
  return `${deviceId}/${name}`;
}

function sensorKeyOf({ device_id, name }: SensorState): string {
  return `${device_id}/${name}`;
}

function hourKeyOf({ device_id, sensor_no, hour }: HourKey): string {
  return `${device_id}/${sensor_no}/${hour}`;
}

function readingKeyOf({ device_id, sensor_no, recorded_at }: ReadingRow): string {
  return `${device_id}/${sensor_no}/${recorded_at}`;
}
