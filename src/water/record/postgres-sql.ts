import type { Insertable } from 'kysely';
import { bigints, doubles, integers, smallints, texts } from '../../db/binary-arrays.ts';
import type { PreparedStatement } from '../../db/pipeline.ts';
import type { AlertsTable, PumpCommandsTable } from '../../db/tables.ts';
import type { DeviceStatus, HourKey, RowKey, SensorKey, SensorState } from './batch-statements.ts';
import type { ReadingRow, Rollup } from './rollup.ts';

/**
 * The statements of a batch as PostgreSQL prepares them: each over any number of rows, whose columns
 * are arrays. All of them find their rows by device, by which the tables may be spread over servers.
 */

const numberArrays = { bigint: bigints, integer: integers, smallint: smallints, double: doubles };
const typeNames = {
  bigint: 'bigint[]',
  integer: 'integer[]',
  smallint: 'smallint[]',
  double: 'double precision[]',
  text: 'text[]',
};

type TypeOf<V> = Exclude<V, null | undefined> extends string ? 'text' : keyof typeof numberArrays;
/** Which type each column of some rows has; in this order they are bound. */
type Columns<R> = { [K in keyof R & string]?: TypeOf<R[K]> };

/**
 * Rows as a statement sees them: an array for each column. The first one is unnested, the others are
 * subscripted with the place: `unnest` of a dozen arrays costs far more; see decision 17.
 */
function rowSet<R extends object>(columns: Columns<R>) {
  const entries = Object.entries(columns) as [keyof R & string, keyof typeof typeNames][];
  const elements = new Map<string, string>(
    entries.map(([name, type], index) => [
      name,
      index === 0 ? 'first' : `($${index + 1}::${typeNames[type]})[i]`,
    ]),
  );
  const [, firstType] = entries[0] ?? ['', 'bigint'];
  return {
    names: entries.map(([name]) => `"${name}"`).join(', '),
    elements: [...elements.values()].join(', '),
    /** To be used after `from`. */
    source: `unnest($1::${typeNames[firstType]}) with ordinality as v (first, i)`,
    /** The value of a column in the row at `i`. */
    at: (name: keyof R & string): string => elements.get(name) ?? 'null',
    /** `column = value, …` of the columns that are no key. */
    assigned: (...keys: (keyof R & string)[]) =>
      entries
        .filter(([name]) => !keys.includes(name))
        .map(([name]) => `"${name}" = ${elements.get(name)}`)
        .join(', '),
    /** As `assigned`, in a statement where the columns of the row go by `excluded`. */
    excluded: (...keys: (keyof R & string)[]) =>
      entries
        .filter(([name]) => !keys.includes(name))
        .map(([name]) => `"${name}" = excluded."${name}"`)
        .join(', '),
    values: (rows: readonly R[]): Buffer[] =>
      entries.map(([name, type]) => {
        const column = rows.map((row) => row[name] ?? null);
        return type === 'text'
          ? texts(column as (string | null)[])
          : numberArrays[type](column as (number | null)[]);
      }),
  };
}

const prepared = (name: string, text: string): PreparedStatement => ({ name, text });

const latest = {
  recorded_at: 'bigint',
  level: 'double',
  level_cm: 'double',
  volume: 'double',
  temperature: 'double',
  pump: 'smallint',
  latitude: 'double',
  longitude: 'double',
  status: 'smallint',
  source: 'smallint',
} as const;

export const sensorRows = rowSet<SensorKey>({ deviceId: 'bigint', name: 'text' });
export const readingRows = rowSet<ReadingRow>({
  device_id: 'bigint',
  sensor_no: 'integer',
  ...latest,
});
export const latestRows = rowSet<SensorState>({
  device_id: 'bigint',
  sensor_no: 'integer',
  ...latest,
  alert_state: 'text',
});
export const readingKeys = rowSet<Pick<ReadingRow, 'device_id' | 'sensor_no' | 'recorded_at'>>({
  device_id: 'bigint',
  sensor_no: 'integer',
  recorded_at: 'bigint',
});
export const hourKeys = rowSet<HourKey>({
  device_id: 'bigint',
  sensor_no: 'integer',
  hour: 'bigint',
});
export const rollupRows = rowSet<Rollup>({
  device_id: 'bigint',
  sensor_no: 'integer',
  hour: 'bigint',
  count: 'integer',
  level_min: 'double',
  level_max: 'double',
  level_sum: 'double',
  first_at: 'bigint',
  first_level: 'double',
  first_volume: 'double',
  last_at: 'bigint',
  last_level: 'double',
  last_volume: 'double',
  consumed_level: 'double',
  refilled_level: 'double',
  consumed_volume: 'double',
  refilled_volume: 'double',
  direction: 'smallint',
  turn_level: 'double',
  turn_volume: 'double',
});
export const statusRows = rowSet<DeviceStatus>({
  device_id: 'bigint',
  last_seen_at: 'bigint',
  latitude: 'double',
  longitude: 'double',
  located_at: 'bigint',
  battery_percent: 'double',
  signal_dbm: 'double',
  health_at: 'bigint',
});
export const commandKeys = rowSet<RowKey>({ deviceId: 'bigint', id: 'bigint' });
export const commandRows = rowSet<Insertable<PumpCommandsTable>>({
  device_id: 'bigint',
  sensor_name: 'text',
  command: 'text',
  turn_on_below: 'double',
  turn_off_above: 'double',
  status: 'text',
  source: 'text',
  created_at: 'bigint',
  expires_at: 'bigint',
});
export const alertRows = rowSet<Insertable<AlertsTable>>({
  device_id: 'bigint',
  sensor_name: 'text',
  type: 'text',
  severity: 'text',
  message: 'text',
  source: 'text',
  created_at: 'bigint',
});

const sensorsOfRows = `${sensorRows.source}
  join sensors as s on s.device_id = ${sensorRows.at('deviceId')} and s.name = ${sensorRows.at('name')}`;
/** Of any rows whose first columns are device and sensor. */
const isSensor = `s.device_id = ${readingKeys.at('device_id')} and s.sensor_no = ${readingKeys.at('sensor_no')}`;
const insertReadings = `insert into readings (${readingRows.names})
  select ${readingRows.elements} from ${readingRows.source}`;

export const statements = {
  /** In one order everywhere, so that two batches can never wait for each other. */
  holdDevices: prepared(
    'hold_devices',
    `select * from device_status where device_id = any($1::bigint[]) order by device_id for update`,
  ),
  findSensors: prepared(
    'find_sensors',
    `select s.*, c.capacity, c.high_threshold, c.low_threshold from ${sensorsOfRows}
     left join sensor_configs as c on c.device_id = s.device_id and c.sensor_name = s.name`,
  ),
  /** The newest rollup of each sensor: of the hour of its latest reading. */
  findNewestRollups: prepared(
    'find_newest_rollups',
    `select r.* from ${sensorsOfRows}
     join hourly_rollups as r on r.device_id = s.device_id and r.sensor_no = s.sensor_no
       and r.hour = s.recorded_at - s.recorded_at % 3600000`,
  ),
  countPendingCommands: prepared(
    'count_pending_commands',
    `select device_id, count(*) as count from pump_commands
     where device_id = any($1::bigint[]) and status = 'pending' and expires_at > $2::bigint
     group by device_id`,
  ),
  addSensors: prepared(
    'add_sensors',
    `insert into sensors (device_id, sensor_no, name, alert_state)
     select device_id, row_number() over (partition by device_id order by i) + coalesce(
       (select max(sensor_no) from sensors where device_id = v.device_id), 0), name, ''
     from (select ${sensorRows.elements}, i from ${sensorRows.source}) as v (device_id, name, i)`,
  ),
  insertReadings: prepared('insert_readings', insertReadings),
  insertUnknownReadings: prepared(
    'insert_unknown_readings',
    `${insertReadings} on conflict do nothing returning device_id, sensor_no, recorded_at`,
  ),
  findReadings: prepared(
    'find_readings',
    `select s.* from ${readingKeys.source}
     join readings as s on ${isSensor} and s.recorded_at = ${readingKeys.at('recorded_at')}`,
  ),
  findRollups: prepared(
    'find_rollups',
    `select s.* from ${hourKeys.source} join hourly_rollups as s on ${isSensor} and s.hour = ${hourKeys.at('hour')}`,
  ),
  findRollupBefore: prepared(
    'find_rollup_before',
    `select * from hourly_rollups where device_id = $1::bigint and sensor_no = $2::integer
       and hour < $3::bigint order by hour desc limit 1`,
  ),
  findRollupsFrom: prepared(
    'find_rollups_from',
    `select * from hourly_rollups where device_id = $1::bigint and sensor_no = $2::integer
       and hour >= $3::bigint order by hour limit $4::bigint`,
  ),
  findReadingsOfHour: prepared(
    'find_readings_of_hour',
    `select * from readings where device_id = $1::bigint and sensor_no = $2::integer
       and recorded_at >= $3::bigint and recorded_at < $4::bigint order by recorded_at`,
  ),
  saveSensors: prepared(
    'save_sensors',
    `update sensors as s set ${latestRows.assigned('device_id', 'sensor_no')}
     from ${latestRows.source} where ${isSensor}`,
  ),
  insertRollups: prepared(
    'insert_rollups',
    `insert into hourly_rollups (${rollupRows.names})
     select ${rollupRows.elements} from ${rollupRows.source}
     on conflict (device_id, sensor_no, hour) do update set
     ${rollupRows.excluded('device_id', 'sensor_no', 'hour')}`,
  ),
  updateRollups: prepared(
    'update_rollups',
    `update hourly_rollups as s set ${rollupRows.assigned('device_id', 'sensor_no', 'hour')}
     from ${rollupRows.source} where ${isSensor} and s.hour = ${rollupRows.at('hour')}`,
  ),
  saveDeviceStatus: prepared(
    'save_device_status',
    `update device_status as s set ${statusRows.assigned('device_id')}
     from ${statusRows.source} where s.device_id = ${statusRows.at('device_id')}`,
  ),
  findLastSwitches: prepared(
    'find_last_switches',
    `select i as place, p.id, p.command, p.status, p.expires_at from ${sensorRows.source}
     cross join lateral (
       select * from pump_commands where device_id = ${sensorRows.at('deviceId')} and sensor_name = ${sensorRows.at('name')}
         and command in ('on', 'off') and status in ('pending', 'executed')
       order by id desc limit 1) as p`,
  ),
  cancelCommands: prepared(
    'cancel_commands',
    `update pump_commands as s set status = 'cancelled' from ${commandKeys.source}
     where s.device_id = ${commandKeys.at('deviceId')} and s.id = ${commandKeys.at('id')}
       and s.status = 'pending'`,
  ),
  insertCommands: prepared(
    'insert_commands',
    `insert into pump_commands (${commandRows.names}) select ${commandRows.elements} from ${commandRows.source}
     returning device_id as "deviceId", id`,
  ),
  insertAlerts: prepared(
    'insert_alerts',
    `insert into alerts (${alertRows.names}) select ${alertRows.elements} from ${alertRows.source}
     returning device_id as "deviceId", id`,
  ),
};
