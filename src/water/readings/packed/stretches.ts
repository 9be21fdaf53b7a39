import type { Selectable } from 'kysely';
import type { PackedReadingsTable, ReadingsTable } from '../../../db/tables/tank-tables.ts';
import { nanAsNull } from '../../../kit/nan-as-null.ts';
import { dayMs } from '../../../kit/time/units.ts';
import {
  allColumns,
  type Columns,
  packColumns,
  toColumns,
  unpackColumns,
} from './packed-readings.ts';

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

type Sensor = Pick<Stretch, 'device_id' | 'sensor_no'>;

/**
 * Packs readings of one sensor.
 * @param columns of at least one reading, in the order of time.
 * @param startAt from which instant on readings belong to the first stretch: at the latest, that of the first.
 */
export function toStretches(
  { device_id, sensor_no }: Sensor,
  columns: Columns,
  startAt: number,
): Stretch[] {
  const [times = noTimes] = columns;
  return divide(times).map(([from, end], index) => ({
    device_id,
    sensor_no,
    start_at: index === 0 ? startAt : (times[from] ?? 0),
    last_at: times[end - 1] ?? 0,
    count: end - from,
    body: packColumns(columns.map((column) => column.subarray(from, end))),
  }));
}

const noTimes = new Float64Array();

/** The places `[from, end)` of the readings of each stretch. */
function divide(times: Float64Array): [from: number, end: number][] {
  const spans = (times.at(-1) ?? 0) - (times[0] ?? 0);
  if (times.length <= mostReadings && spans <= longestStretchMs) return [[0, times.length]];
  const parts: [number, number][] = [];
  let from = 0;
  for (let at = 1; at <= times.length; at += 1) {
    const isFull = at - from === readingsOfStretch;
    if (at < times.length && !isFull && (times[at] ?? 0) - (times[from] ?? 0) <= longestStretchMs)
      continue;
    parts.push([from, at]);
    from = at;
  }
  return parts;
}

/**
 * Columns with some readings changed or added.
 * @param readings of the same sensor, in the order of time; those at an instant of the columns replace what is there.
 */
export function withReadings(columns: Columns, readings: readonly ReadingRow[]): Columns {
  const [times = noTimes] = columns;
  const added = toColumns(readings);
  const [addedAt = noTimes] = added;
  // Of each reading its place in the columns, or in those added, counted on from the end of the former.
  const places: number[] = [];
  let next = 0;
  for (let at = 0; at < times.length; at += 1) {
    const time = times[at] ?? 0;
    while (next < addedAt.length && (addedAt[next] ?? 0) < time) places.push(times.length + next++);
    places.push(addedAt[next] === time ? times.length + next++ : at);
  }
  while (next < addedAt.length) places.push(times.length + next++);
  return allColumns.map((_, index) => {
    const [old, own] = [columns[index] ?? noTimes, added[index] ?? noTimes];
    const merged = new Float64Array(places.length);
    for (let at = 0; at < places.length; at += 1) {
      const place = places[at] ?? 0;
      merged[at] = (place < times.length ? old[place] : own[place - times.length]) ?? Number.NaN;
    }
    return merged;
  });
}

export function columnsOf({ body }: Pick<Stretch, 'body'>): Columns {
  return unpackColumns(body, allColumns);
}

/** Readings of a sensor that lie in `[from, end)`, oldest first. */
export function readingsOf(
  { device_id, sensor_no }: Sensor,
  [times = noTimes, ...columns]: Columns,
  { from, end }: Span = { from: 0, end: Number.MAX_SAFE_INTEGER },
): ReadingRow[] {
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
