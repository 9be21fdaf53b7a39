import type { ReadingRow, Rollup } from './rollup.ts';
import { measuredColumns, measuredValues, rolledUpColumns, rolledUpValues } from './row-columns.ts';

/** What a sensor's row holds of readings and of an hour that are not yet in their own tables. */
export type FreshText = { fresh: string | null; open_hour: string | null };

type Sensor = { device_id: number; sensor_no: number };

/** A reading as an element of the list in `sensors.fresh`; JSON gives each number back exactly. */
export function packReading(row: ReadingRow): string {
  return JSON.stringify(measuredValues(row));
}

/** The values of each reading, in the order of `measuredColumns`. */
export function unpackMeasured(list: string): unknown[][] {
  return JSON.parse(`[${list}]`);
}

export function unpackReadings(sensor: Sensor, list: string): ReadingRow[] {
  return unpackMeasured(list).map((values) => unpack<ReadingRow>(sensor, measuredColumns, values));
}

export function packRollup(rollup: Rollup): string {
  return JSON.stringify(rolledUpValues(rollup));
}

export function unpackRollup(sensor: Sensor, text: string): Rollup {
  return unpack<Rollup>(sensor, rolledUpColumns, JSON.parse(text) as unknown[]);
}

function unpack<R>(
  { device_id, sensor_no }: Sensor,
  columns: readonly string[],
  values: unknown[],
): R {
  const entries = columns.map((column, index) => [column, values[index]]);
  return { device_id, sensor_no, ...Object.fromEntries(entries) } as R;
}
