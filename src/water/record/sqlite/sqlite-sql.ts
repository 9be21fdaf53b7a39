import type { Insertable } from 'kysely';
import type { SqliteFile, SqliteStatement } from '../../../db/sqlite/sqlite-file.ts';
import type { IncidentsTable } from '../../../db/tables/incident-tables.ts';
import { setUnrouted } from '../../incidents/unrouted.ts';
import type { CorrectedStretch } from '../../ledger/corrected-stretch.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import type { SwitchRow } from '../../pumps/pump-situation.ts';
import type { HourOfSensor, NewSwitch } from '../../pumps/pump-switch.ts';
import type { SourceLevel } from '../../pumps/source-tank.ts';
import type { RowKey } from '../../row-key.ts';
import type {
  DeviceStatus,
  HourKey,
  IncidentUpdate,
  ReadingSpan,
  RefillSpan,
  Sensor,
  SensorConfig,
  SensorCount,
  SensorKey,
  SensorNumber,
  UpdatedIncident,
} from '../batch-statements.ts';
import { leftToServer } from '../pumps/left-to-server.ts';
import type { ReadingRow, Rollup } from '../rollups/rollup.ts';
import {
  beliefColumns,
  configColumns,
  latestColumns,
  measuredColumns,
  newCommandColumns,
  newIncidentColumns,
  refillColumns,
  rolledUpColumns,
  statusColumns,
  valuesOf,
} from '../row-columns.ts';
import { knownSensors, lastSensorNo } from '../sensor-sql.ts';
import { prepareStretches } from './stretch-sql.ts';

const key = ['device_id', 'sensor_no'] as const;
const storedReadingColumns = [...key, ...measuredColumns] as const;
const rollupColumns = [...key, ...rolledUpColumns] as const;
const sensorColumns = [
  ...key,
  'name',
  ...latestColumns,
  'auto_on_below',
  'auto_off_above',
  'packed_until',
] as const;
export type SqliteStatements = ReturnType<typeof prepareStatements>;

/**
 * The statements of a batch, each over the rows of one table, prepared by hand: the few microseconds
 * that a query builder takes would count, some ten times for each reading.
 */
export function prepareStatements(file: SqliteFile) {
  const prepare = (sql: string) => file.prepare(sql);
  const insertInto = (table: string, columns: readonly string[], end = '') =>
    prepare(
      `insert into ${table} (${columns.join(', ')})
       values (${columns.map(() => '?').join(', ')}) ${end}`,
    );
  const select = (columns: readonly string[], from: string) =>
    prepare(`select ${columns.join(', ')} from ${from}`);
  const assigned = (columns: readonly string[]) =>
    columns.map((column) => `${column} = ?`).join(', ');
  const idOf = (insert: SqliteStatement, values: unknown[]) =>
    Number(insert.run(...values).lastInsertRowid);

  const ofDevice = 'where device_id = ?';
  const ofSensor = `${ofDevice} and sensor_no = ?`;
  const findDevice = select(
    ['device_id', 'silent_about', 'silent_after_minutes', ...statusColumns],
    `device_status ${ofDevice}`,
  );
  // Alone and only where it differs, since SQLite writes the index anew whatever the value is.
  const saveSilentAbout = prepare(
    `update device_status set silent_about = ? ${ofDevice} and silent_about is not ?`,
  );
  const saveDevice = prepare(`update device_status set ${assigned(statusColumns)} ${ofDevice}`);

  const findSensor = select(sensorColumns, `sensors ${ofDevice} and name = ?`);
  // A left join of the two would cost three times what the two cost alone.
  const findConfig = select(configColumns, `sensor_configs ${ofDevice} and sensor_name = ?`);
  const countSensors = prepare(
    `select ${knownSensors('k.device_id')} as known, (
       select count(*) from sensor_configs as c
       where c.device_id = k.device_id and c.sensor_name = k.name
     ) as configured
     from (select ? as device_id, ? as name) as k`,
  );
  const addSensor = prepare(
    `insert into sensors (device_id, sensor_no, name, watch)
     select k.device_id, ${lastSensorNo('k.device_id')} + 1, k.name, ''
     from (select ? as device_id, ? as name) as k`,
  );
  const saveSensor = prepare(`update sensors set ${assigned(latestColumns)} ${ofSensor}`);

  const insertReading = insertInto('readings', storedReadingColumns);
  const findReading = select(storedReadingColumns, `readings ${ofSensor} and recorded_at = ?`);
  const saveBelief = prepare(
    `update readings set ${assigned(beliefColumns)} ${ofSensor} and recorded_at = ?`,
  );
  const findReadingsBetween = select(
    storedReadingColumns,
    `readings ${ofSensor} and recorded_at >= ? and recorded_at < ? order by recorded_at limit ?`,
  );

  const findCorrections = select(
    ['begun_at', 'ended_at'],
    `corrections ${ofSensor} and ended_at >= ? and taken_back_at is null order by begun_at`,
  );

  const rollups = `hourly_rollups ${ofSensor}`;
  const findRollup = select(rollupColumns, `${rollups} and hour = ?`);
  const findRollupBefore = select(
    rollupColumns,
    `${rollups} and hour < ? order by hour desc limit 1`,
  );
  const findRollupsFrom = select(rollupColumns, `${rollups} and hour >= ? order by hour limit ?`);
  const replaced = rolledUpColumns.slice(1).map((column) => `${column} = excluded.${column}`);
  const saveRollup = insertInto(
    'hourly_rollups',
    rollupColumns,
    `on conflict (device_id, sensor_no, hour) do update set ${replaced.join(', ')}`,
  );

  const deleteRefills = prepare(`delete from refills ${ofSensor} and hour = ?`);
  const insertRefill = insertInto('refills', [...key, ...refillColumns]);

  const findLastSwitch = select(
    ['command', 'turn_off_above', 'status', 'source', 'expires_at'],
    `pump_commands ${ofDevice} and sensor_name = ? and command in ('on', 'off')
       and status in ('pending', 'executed')
     order by id desc limit 1`,
  );
  const supersedeSwitches = prepare(
    `update pump_commands set status = 'cancelled' ${ofDevice} and sensor_name = ?
       and status = 'pending' and expires_at > ? and command in ('on', 'off')
     returning device_id as "deviceId", id`,
  );
  const findLastRefills = select(
    ['level_before', 'level_after', 'begun_at', 'ended_at'],
    `refills ${ofSensor} order by hour desc limit 20`,
  );
  const findSource = prepare(
    `select s.filtered_level, s.level, s.recorded_at, s.quality, c.low_threshold from sensors as s
     left join sensor_configs as c on c.device_id = s.device_id and c.sensor_name = s.name
     where s.device_id = ? and s.name = ?`,
  );
  const isOnlySource = prepare(
    `select exists (select 1 from sensor_configs where device_id = ? and fills_from = ?)
       and not exists (select 1 from pump_commands ${ofDevice} and sensor_name = ? and ${leftToServer})`,
  ).pluck();
  const findHoursOfDevice = prepare(
    `select r.sensor_no, r.count, r.first_at, r.last_at from sensors as s
     join hourly_rollups as r on r.device_id = s.device_id and r.sensor_no = s.sensor_no
     where s.device_id = ? and r.hour >= ? and r.hour < ? order by r.sensor_no, r.hour`,
  );
  const insertCommand = insertInto('pump_commands', newCommandColumns);
  const countPending = prepare(
    `select count(*) from pump_commands ${ofDevice} and status = 'pending' and expires_at > ?
       and schedule is null`,
  ).pluck();
  const insertIncident = insertInto('incidents', newIncidentColumns);
  const updateIncident = prepare(
    `update incidents set severity = ?, facts = coalesce(?, facts), raised_at = coalesce(?, raised_at),
       resolved_at = ?, ${setUnrouted}
     ${ofDevice} and sensor_name is ? and kind = ? and created_at = ?
     returning device_id as "deviceId", id, sensor_name, kind, created_at`,
  );

  return {
    ...prepareStretches(file),
    findDevice: (id: number) => findDevice.get(id) as DeviceStatus | undefined,
    saveDevice: (row: DeviceStatus) => {
      saveDevice.run(...valuesOf(row, statusColumns), row.device_id);
      saveSilentAbout.run(row.silent_about, row.device_id, row.silent_about);
    },
    findSensor: ({ deviceId, name }: SensorKey) =>
      findSensor.get(deviceId, name) as Sensor | undefined,
    findConfig: ({ deviceId, name }: SensorKey) =>
      findConfig.get(deviceId, name) as SensorConfig | undefined,
    countSensors: ({ deviceId, name }: SensorKey) =>
      countSensors.get(deviceId, name) as SensorCount,
    addSensor: ({ deviceId, name }: SensorKey) => void addSensor.run(deviceId, name),
    saveSensor: (row: Sensor) =>
      void saveSensor.run(
        ...valuesOf<keyof Sensor, unknown>(row, latestColumns),
        row.device_id,
        row.sensor_no,
      ),
    insertReading: (row: ReadingRow) =>
      void insertReading.run(...valuesOf(row, storedReadingColumns)),
    findReading: ({ device_id, sensor_no, recorded_at }: ReadingRow) =>
      findReading.get(device_id, sensor_no, recorded_at) as ReadingRow | undefined,
    findReadingsBetween: ({ device_id, sensor_no, begun_at, ended_at }: ReadingSpan, limit = -1) =>
      findReadingsBetween.all(device_id, sensor_no, begun_at, ended_at, limit) as ReadingRow[],
    findCorrections: ({ device_id, sensor_no, hour }: HourKey) =>
      findCorrections.all(device_id, sensor_no, hour) as CorrectedStretch[],
    saveBelief: (row: ReadingRow) =>
      void saveBelief.run(
        ...valuesOf(row, beliefColumns),
        row.device_id,
        row.sensor_no,
        row.recorded_at,
      ),
    findRollup: ({ device_id, sensor_no, hour }: HourKey) =>
      findRollup.get(device_id, sensor_no, hour) as Rollup | undefined,
    findRollupBefore: ({ device_id, sensor_no, hour }: HourKey) =>
      findRollupBefore.get(device_id, sensor_no, hour) as Rollup | undefined,
    findRollupsFrom: ({ device_id, sensor_no, hour }: HourKey, limit: number) =>
      findRollupsFrom.all(device_id, sensor_no, hour, limit) as Rollup[],
    saveRollup: (row: Rollup) =>
      void saveRollup.run(...valuesOf<keyof Rollup, unknown>(row, rollupColumns)),
    deleteRefills: ({ device_id, sensor_no, hour }: HourKey) =>
      void deleteRefills.run(device_id, sensor_no, hour),
    insertRefill: (row: RefillRow) =>
      void insertRefill.run(...valuesOf<keyof RefillRow, unknown>(row, [...key, ...refillColumns])),
    findLastSwitch: ({ deviceId, name }: SensorKey) =>
      findLastSwitch.get(deviceId, name) as SwitchRow | undefined,
    supersedeSwitches: ({ deviceId, name }: SensorKey, now: number) =>
      supersedeSwitches.all(deviceId, name, now) as RowKey[],
    findLastRefills: ({ device_id, sensor_no }: SensorNumber) =>
      findLastRefills.all(device_id, sensor_no) as RefillSpan[],
    findHoursOfDevice: (deviceId: number, { from, until }: { from: number; until: number }) =>
      findHoursOfDevice.all(deviceId, from, until) as HourOfSensor[],
    isOnlySource: ({ deviceId, name }: SensorKey, packed: string) =>
      isOnlySource.get(deviceId, packed, deviceId, name) === 1,
    findSource: ({ deviceId, name }: SensorKey) =>
      findSource.get(deviceId, name) as SourceLevel | undefined,
    insertCommand: (row: NewSwitch): RowKey => ({
      deviceId: row.device_id,
      id: idOf(insertCommand, valuesOf(row, newCommandColumns)),
    }),
    insertIncident: (row: Insertable<IncidentsTable>): RowKey => ({
      deviceId: row.device_id,
      id: idOf(insertIncident, valuesOf<keyof IncidentsTable, unknown>(row, newIncidentColumns)),
    }),
    updateIncident: (row: IncidentUpdate) =>
      updateIncident.all(
        ...[row.severity, row.facts, row.raised_at, row.resolved_at],
        ...[row.device_id, row.sensor_name, row.kind, row.created_at],
      ) as UpdatedIncident[],
    countPending: (deviceId: number, now: number) => countPending.get(deviceId, now) as number,
  };
}
