import type { Selectable } from 'kysely';
import type { PackedReadingsTable, ReadingsTable } from '../../../db/tables/tank-tables.ts';
import { dayMs } from '../../../kit/time/units.ts';
import { type PackedName, packedColumns, packReadings, unpackColumns } from './packed-readings.ts';

/** Some thousand readings of a sensor in one row; docs/packed-readings.md. */
export type Stretch = Selectable<PackedReadingsTable>;
type ReadingRow = Selectable<ReadingsTable>;

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
  { from, end }: { from: number; end: number } = { from: 0, end: Number.MAX_SAFE_INTEGER },
): ReadingRow[] {
  const columns = unpackColumns(body, allColumns);
  const times = columns[0] ?? [];
  const readings: ReadingRow[] = [];
  for (let at = 0; at < times.length; at += 1) {
    const time = times[at] ?? 0;
    if (time < from || time >= end) continue;
    const reading: Record<string, number | null> = { device_id, sensor_no };
    for (const [place, name] of allColumns.entries()) {
      const value = columns[place]?.[at] ?? Number.NaN;
      reading[name] = Number.isNaN(value) ? null : value;
    }
    readings.push(reading as ReadingRow);
  }
  return readings;
}
