import type { DeviceStatus, Sensor } from './batch-statements.ts';
import type { ReadingRow, Rollup } from './rollup.ts';

/**
 * The columns that statements by hand bind, and a row's values in the same order: spelt out, since
 * every push passes here and a loop over names costs ten times as much.
 */

/** What a reading holds beside its device and sensor. */
export const measuredColumns = [
  'recorded_at',
  'level',
  'level_cm',
  'volume',
  'temperature',
  'pump',
  'latitude',
  'longitude',
  'status',
  'source',
] as const satisfies (keyof ReadingRow)[];

export function measuredValues(row: ReadingRow) {
  return [
    row.recorded_at,
    row.level,
    row.level_cm,
    row.volume,
    row.temperature,
    row.pump,
    row.latitude,
    row.longitude,
    row.status,
    row.source,
  ];
}

/** What a rollup holds beside its device and sensor. */
export const rolledUpColumns = [
  'hour',
  'count',
  'level_min',
  'level_max',
  'level_sum',
  'first_at',
  'first_level',
  'first_volume',
  'last_at',
  'last_level',
  'last_volume',
  'consumed_level',
  'refilled_level',
  'consumed_volume',
  'refilled_volume',
  'direction',
  'turn_level',
  'turn_volume',
] as const satisfies (keyof Rollup)[];

export function rolledUpValues(row: Rollup) {
  return [
    row.hour,
    row.count,
    row.level_min,
    row.level_max,
    row.level_sum,
    row.first_at,
    row.first_level,
    row.first_volume,
    row.last_at,
    row.last_level,
    row.last_volume,
    row.consumed_level,
    row.refilled_level,
    row.consumed_volume,
    row.refilled_volume,
    row.direction,
    row.turn_level,
    row.turn_volume,
  ];
}

/** What a batch changes of a sensor. */
export const latestColumns = [
  'recorded_at',
  'level',
  'level_cm',
  'volume',
  'temperature',
  'pump',
  'latitude',
  'longitude',
  'status',
  'source',
  'alert_state',
] as const satisfies (keyof Sensor)[];

export function latestValues(row: Sensor) {
  return [
    row.recorded_at,
    row.level,
    row.level_cm,
    row.volume,
    row.temperature,
    row.pump,
    row.latitude,
    row.longitude,
    row.status,
    row.source,
    row.alert_state,
  ];
}

/** What is known of a device. */
export const statusColumns = [
  'last_seen_at',
  'latitude',
  'longitude',
  'located_at',
  'battery_percent',
  'signal_dbm',
  'health_at',
] as const satisfies (keyof DeviceStatus)[];

export function statusValues(row: DeviceStatus) {
  return [
    row.last_seen_at,
    row.latitude,
    row.longitude,
    row.located_at,
    row.battery_percent,
    row.signal_dbm,
    row.health_at,
  ];
}
