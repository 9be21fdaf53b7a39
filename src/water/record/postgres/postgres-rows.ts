import type { Insertable } from 'kysely';
import type { ElementType, PipelineArray } from '../../../db/postgres/pipeline.ts';
import { readingTypes } from '../../../db/reading-fields.ts';
import type { AlertsTable, PumpCommandsTable } from '../../../db/tables.ts';
import type { DeviceStatus, HourKey, RowKey, SensorKey, SensorState } from '../batch-statements.ts';
import type { ReadingRow, Rollup } from '../rollup.ts';

const typeNames: Record<ElementType, string> = {
  bigint: 'bigint[]',
  integer: 'integer[]',
  smallint: 'smallint[]',
  double: 'double precision[]',
  xid: 'xid[]',
  text: 'text[]',
};

type TypeOf<V> =
  Exclude<V, null | undefined> extends string ? 'text' : Exclude<ElementType, 'text'>;
/** Which type each column of some rows has; in this order they are bound. */
type Columns<R> = { [K in keyof R & string]?: TypeOf<R[K]> };

/**
 * Rows as a statement sees them: an array for each column, the device first. That one is unnested, the
 * others are subscripted with the place `i`: `unnest` of a dozen arrays costs far more; see decision 17.
 * What gives `first` and `i` stands in `postgres-sql.ts`.
 */
function rowSet<R extends object>(columns: Columns<R>) {
  const entries = Object.entries(columns) as [keyof R & string, ElementType][];
  const elements = new Map<string, string>(
    entries.map(([name, type], index) => [
      name,
      index === 0 ? 'first' : `($${index + 1}::${typeNames[type]})[i]`,
    ]),
  );
  return {
    names: entries.map(([name]) => `"${name}"`).join(', '),
    elements: [...elements.values()].join(', '),
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
    values: (rows: readonly R[]): PipelineArray[] =>
      entries.map(([name, type]) => {
        const elements = rows.map((row) => row[name] ?? null);
        return { type, elements: elements as PipelineArray['elements'] };
      }),
  };
}

const latest = { recorded_at: 'bigint', ...readingTypes } as const;

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
/** A device as it was last seen: by the number of the transaction that wrote its status row. */
export type DeviceVersion = { device_id: number; version: number };
export const deviceVersions = rowSet<DeviceVersion>({ device_id: 'bigint', version: 'xid' });
export const statusRows = rowSet<DeviceStatus & DeviceVersion>({
  device_id: 'bigint',
  version: 'xid',
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
