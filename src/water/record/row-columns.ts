import type { IncidentsTable } from '../../db/tables/incident-tables.ts';
import { readingColumns } from '../../db/tables/reading-fields.ts';
import type { RefillRow } from '../ledger/refill-row.ts';
import type { NewSwitch } from '../pumps/pump-switch.ts';
import type { Stretch } from '../readings/packed/stretches.ts';
import type { DeviceStatus, IncidentUpdate, Sensor, SensorConfig } from './batch-statements.ts';
import type { ReadingRow, Rollup } from './rollups/rollup.ts';

/** The columns that statements by hand bind, in the order in which they do. */

/** What a reading holds beside its device and sensor. */
export const measuredColumns = ['recorded_at', ...readingColumns] satisfies (keyof ReadingRow)[];

/** A stretch of packed readings. */
export const stretchColumns = [
  'device_id',
  'sensor_no',
  'start_at',
  'last_at',
  'count',
  'body',
] as const satisfies (keyof Stretch)[];

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
  'gap_level',
  'gap_volume',
  'suspects',
  'blind_ms',
  'noise',
  'tracker',
] as const satisfies (keyof Rollup)[];

/** What a batch knows of a sensor's configuration. */
export const configColumns = [
  'capacity',
  'high_threshold',
  'low_threshold',
  'tank',
  'muted_kinds',
  'pump_max_minutes',
  'pump_rest_minutes',
  'pump_litres_per_hour',
  'tank_changed_at',
  'fills_from',
] as const satisfies (keyof SensorConfig)[];

/** What a refill holds beside its device and sensor. */
export const refillColumns = [
  'hour',
  'begun_at',
  'ended_at',
  'level_before',
  'level_after',
  'risen_level',
  'risen_volume',
] as const satisfies (keyof RefillRow)[];

/** What the ledger believes of a reading. */
export const beliefColumns = [
  'filtered_level',
  'noise',
  'quality',
] as const satisfies (keyof ReadingRow)[];

/** What a batch changes of a sensor. */
export const latestColumns = [
  ...measuredColumns,
  'watch',
  'pump_state',
  'pump_check_at',
] satisfies (keyof Sensor)[];

/** What a switch of a pump holds that a batch sends; the other columns of a new one are null. */
export const newCommandColumns = [
  'device_id',
  'sensor_name',
  'command',
  'status',
  'source',
  'created_at',
  'expires_at',
] as const satisfies (keyof NewSwitch)[];

/** What a new incident holds; the other columns of one are null. */
export const newIncidentColumns = [
  'device_id',
  'sensor_name',
  'kind',
  'facts',
  'type',
  'severity',
  'source',
  'created_at',
  'raised_at',
] as const satisfies (keyof IncidentsTable)[];

/** What a change of an incident holds: first what names it. */
export const incidentUpdateColumns = [
  'device_id',
  'sensor_name',
  'kind',
  'created_at',
  'severity',
  'facts',
  'raised_at',
  'resolved_at',
] as const satisfies (keyof IncidentUpdate)[];

/** What a batch changes of a device, `silent_about` beside it. */
export const statusColumns = [
  'last_seen_at',
  'latitude',
  'longitude',
  'located_at',
  'battery_percent',
  'signal_dbm',
  'health_at',
  'watch',
  'rhythm',
  'silent_after_ms',
  'clock',
  'boots',
  'signed',
] as const satisfies (keyof DeviceStatus)[];

/** The values of some columns of a row, in their order. */
export function valuesOf<C extends string, V>(
  row: { readonly [K in C]?: V },
  columns: readonly C[],
): (V | undefined)[] {
  return columns.map((column) => row[column]);
}
