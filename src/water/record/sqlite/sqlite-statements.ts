import type { SqliteFile, SqliteStatement } from '../../../db/sqlite/sqlite-file.ts';
import type { SensorCount, SwitchRow } from '../batch-statements.ts';
import type { ReadingRow, Rollup } from '../rollup.ts';
import {
  measuredColumns,
  measuredValues,
  rolledUpColumns,
  rolledUpValues,
} from '../row-columns.ts';
import { knownSensors } from '../sensor-sql.ts';
import { prepareHeadStatements } from './head-statements.ts';
import type { TableStatements } from './sensor-heads.ts';

const keyColumns = ['device_id', 'sensor_no'] as const;
const readingColumns = [...keyColumns, ...measuredColumns];
const rollupColumns = [...keyColumns, ...rolledUpColumns];

/**
 * The statements of a batch, prepared by hand: this is the one place where the few microseconds that
 * a query builder takes would count, forty thousand times a second.
 */
export function prepareBatchStatements(file: SqliteFile): TableStatements {
  const one = (sql: string) => file.prepare(sql);
  const insert = (table: string, columns: readonly string[], end = '', count = 1) => {
    const row = `(${columns.map(() => '?').join(', ')})`;
    const rows = Array.from({ length: count }, () => row).join(', ');
    return file.prepare(`insert into ${table} (${columns.join(', ')}) values ${rows} ${end}`);
  };
  const values = <C extends string>(row: { [K in C]?: unknown }, columns: readonly C[]) =>
    columns.map((column) => row[column]);

  const countSensors = one(
    `select ${knownSensors('k.device_id')} as known, (
       select count(*) from sensor_configs as c
       where c.device_id = k.device_id and c.sensor_name = k.name
     ) as configured
     from (select ? as device_id, ? as name) as k`,
  );

  // Eight readings in one statement cost two thirds of what eight statements do.
  const readingInserts = new Map<number, SqliteStatement>();
  const insertReadingsOf = (count: number): SqliteStatement => {
    const known = readingInserts.get(count);
    if (known) return known;
    const made = insert('readings', readingColumns, 'on conflict do nothing', count);
    readingInserts.set(count, made);
    return made;
  };
  const insertReading = insertReadingsOf(1);
  const byReadingKey = 'where device_id = ? and sensor_no = ? and recorded_at = ?';
  const findReading = one(`select ${readingColumns.join(', ')} from readings ${byReadingKey}`);
  const selectRollup = `select ${rollupColumns.join(', ')} from hourly_rollups
    where device_id = ? and sensor_no = ?`;
  const findRollup = one(`${selectRollup} and hour = ?`);
  const findRollupBefore = one(`${selectRollup} and hour < ? order by hour desc limit 1`);
  const findRollupsFrom = one(`${selectRollup} and hour >= ? order by hour limit ?`);
  const findReadingsOfHour = one(
    `select ${readingColumns.join(', ')} from readings
     where device_id = ? and sensor_no = ? and recorded_at >= ? and recorded_at < ? + 3600000
     order by recorded_at`,
  );
  const saveRollup = insert(
    'hourly_rollups',
    rollupColumns,
    `on conflict (device_id, sensor_no, hour) do update set
     ${rollupColumns
       .slice(3)
       .map((column) => `${column} = excluded.${column}`)
       .join(', ')}`,
  );
  const findLastSwitch = one(
    `select id, command, status, expires_at from pump_commands
     where device_id = ? and sensor_name = ? and command in ('on', 'off')
       and status in ('pending', 'executed')
     order by id desc limit 1`,
  );
  const cancelCommand = one(
    `update pump_commands set status = 'cancelled' where device_id = ? and id = ? and status = 'pending'`,
  );
  const commandColumns = [
    'device_id',
    'sensor_name',
    'command',
    'turn_on_below',
    'turn_off_above',
    'status',
    'source',
    'created_at',
    'expires_at',
    'delivered_at',
    'acknowledged_at',
  ] as const;
  const insertCommand = insert('pump_commands', commandColumns);
  const alertColumns = [
    'device_id',
    'sensor_name',
    'type',
    'severity',
    'message',
    'source',
    'created_at',
    'read_at',
  ] as const;
  const insertAlert = insert('alerts', alertColumns);
  const countPending = file
    .prepare(
      `select count(*) from pump_commands where device_id = ? and status = 'pending' and expires_at > ?`,
    )
    .pluck();

  return {
    ...prepareHeadStatements(file),
    countSensors: (keys) =>
      keys.map(({ deviceId, name }) => countSensors.get(deviceId, name) as SensorCount),
    insertReadings: (rows) =>
      rows.map(
        (row) =>
          insertReading.run(row.device_id, row.sensor_no, ...measuredValues(row)).changes === 1,
      ),
    insertMany: (bound, count) => {
      insertReadingsOf(count).run(bound);
    },
    findReadings: (rows) =>
      rows.map(
        ({ device_id, sensor_no, recorded_at }) =>
          findReading.get(device_id, sensor_no, recorded_at) as ReadingRow | undefined,
      ),
    findRollups: (keys) =>
      keys.map(
        ({ device_id, sensor_no, hour }) =>
          findRollup.get(device_id, sensor_no, hour) as Rollup | undefined,
      ),
    findRollupBefore: ({ device_id, sensor_no, hour }) =>
      findRollupBefore.get(device_id, sensor_no, hour) as Rollup | undefined,
    findRollupsFrom: ({ device_id, sensor_no, hour }, limit) =>
      findRollupsFrom.all(device_id, sensor_no, hour, limit) as Rollup[],
    findReadingsOfHour: ({ device_id, sensor_no, hour }) =>
      findReadingsOfHour.all(device_id, sensor_no, hour, hour) as ReadingRow[],
    saveRollups: (rows) => {
      for (const row of rows) saveRollup.run(row.device_id, row.sensor_no, ...rolledUpValues(row));
    },
    findLastSwitches: (keys) =>
      keys.map(({ deviceId, name }) => findLastSwitch.get(deviceId, name) as SwitchRow | undefined),
    cancelCommands: (keys) => {
      for (const { deviceId, id } of keys) cancelCommand.run(deviceId, id);
    },
    insertCommands: (rows) =>
      rows.map((row) => ({
        deviceId: row.device_id,
        id: Number(insertCommand.run(...values(row, commandColumns)).lastInsertRowid),
      })),
    insertAlerts: (rows) =>
      rows.map((row) => ({
        deviceId: row.device_id,
        id: Number(insertAlert.run(...values(row, alertColumns)).lastInsertRowid),
      })),
    countPendingCommands: (ids, now) => ids.map((id) => countPending.get(id, now) as number),
  };
}
