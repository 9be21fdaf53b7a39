import type { Selectable } from 'kysely';
import type { PackedReadingsTable, ReadingsTable } from '../../../db/tables/tank-tables.ts';
import { nanAsNull } from '../../../kit/nan-as-null.ts';
import { dayMs } from '../../../kit/time/units.ts';
import { type PackedName, packedColumns, packReadings, unpackColumns } from './packed-readings.ts';

/** Some thousand readings of a sensor in one row; docs/packed-readings.md. */
export type Stretch = Selectable<PackedReadingsTable>;
type ReadingRow = Selectable<ReadingsTable>;
/** Epoch milliseconds of `[from, end)`. */
type Span = { from: number; end: number };

/** Readings of a stretch that is made, and the longest time that one spans. */
export const readingsOfStretch = 1000;
export const longestStretchMs = 7 * dayMs;
/** Late readings make a stretch larger, up to this; then it is divided. */
const mostReadings = 2 * readingsOfStretch;

const allColumns: PackedName[] = ['recorded_at', ...packedColumns];

/**
 * Packs readings of one sensor.
 * @param readings at least one, in the order of time.
 * @param startAt from which instant on readings belong to the first stretch: at the latest, that of the first.
 */
export function toStretches(readings: readonly ReadingRow[], startAt: number): Stretch[] {
  const [first, last] = [readings[0], readings.at(-1)];
  if (!first || !last) throw new RangeError('a stretch has a reading');
  const { device_id, sensor_no } = first;
  const isOne =
    readings.length <= mostReadings && last.recorded_at - first.recorded_at <= longestStretchMs;
  const parts = isOne ? [readings] : divide(readings);
  return parts.map((part, index) => ({
    device_id,
    sensor_no,
    start_at: index === 0 ? startAt : (part[0]?.recorded_at ?? 0),
    last_at: part.at(-1)?.recorded_at ?? 0,
    count: part.length,
    body: packReadings(part),
  }));
}

function divide(readings: readonly ReadingRow[]): ReadingRow[][] {
  const parts: ReadingRow[][] = [];
  let [count, until] = [readingsOfStretch, 0];
  for (const reading of readings) {
    if (count === readingsOfStretch || reading.recorded_at > until) {
      parts.push([]);
      count = 0;
      until = reading.recorded_at + longestStretchMs;
    }
    parts.at(-1)?.push(reading);
    count += 1;
  }
  return parts;
}

/** Unpacks the readings of a stretch that lie in `[from, end)`, oldest first. */
export function readingsOf(
  { device_id, sensor_no, body }: Pick<Stretch, 'device_id' | 'sensor_no' | 'body'>,
  { from, end }: Span = { from: 0, end: Number.MAX_SAFE_INTEGER },
): ReadingRow[] {
  const [times = new Float64Array(), ...columns] = unpackColumns(body, allColumns);
  const readings: ReadingRow[] = [];
  // Unrolled by hand, since a row of which the engine knows the shape takes a tenth of the time.
  const [level, level_cm, volume, temperature, pump, latitude, longitude, ...others] = columns;
  const [status, source, filtered_level, noise, quality] = others;
  for (let at = 0; at < times.length; at += 1) {
    const recorded_at = times[at] ?? 0;
    if (recorded_at < from || recorded_at >= end) continue;
    readings.push({
      device_id,
      sensor_no,
      recorded_at,
      level: level?.[at] ?? 0,
      level_cm: nanAsNull(level_cm?.[at]),
      volume: nanAsNull(volume?.[at]),
      temperature: nanAsNull(temperature?.[at]),
      pump: nanAsNull(pump?.[at]),
      latitude: nanAsNull(latitude?.[at]),
      longitude: nanAsNull(longitude?.[at]),
      status: status?.[at] ?? 0,
      source: source?.[at] ?? 0,
      filtered_level: nanAsNull(filtered_level?.[at]),
      noise: nanAsNull(noise?.[at]),
      quality: nanAsNull(quality?.[at]),
    });
  }
  return readings;
}

/** Whether a stretch holds a reading of one of some instants. */
export function holdsAny({ body }: Pick<Stretch, 'body'>, instants: ReadonlySet<number>): boolean {
  const [times = new Float64Array()] = unpackColumns(body, ['recorded_at']);
  return times.some((time) => instants.has(time));
}
