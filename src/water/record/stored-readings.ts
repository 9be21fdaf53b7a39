import { chunksOf } from '../../kit/chunks.ts';
import { hourOf } from '../../kit/time/hour.ts';
import { holdsAny, readingsOf, type Stretch, toStretches } from '../readings/packed/stretches.ts';
import {
  ask,
  type BatchWork,
  type HourKey,
  type ReadingSpan,
  type SensorState,
  type StretchKey,
} from './batch-statements.ts';
import type { ReadingRow } from './rollups/rollup.ts';

/**
 * The stored readings of sensors as a batch finds and changes them, wherever they lie: before `packed_until` of
 * the sensor in stretches, which are written anew, from it on in rows. A stretch is never taken apart into rows.
 */

/** A reading with its sensor. */
type Placed = { row: ReadingRow; sensor: SensorState };

/** Stretches that are unpacked at once: about a megabyte each. */
const stretchesAtOnce = 32;

export function isPacked({ row, sensor }: Placed): boolean {
  return row.recorded_at < sensor.packed_until;
}

/** Finds those readings that are stored at the instants of others. */
export function* findReadings(asked: readonly Placed[]): BatchWork<ReadingRow[]> {
  const rows = asked.filter((each) => !isPacked(each)).map(({ row }) => row);
  const found = rows.length > 0 ? yield* ask('findReadings', rows) : [];
  const stored = found.filter((row) => row !== undefined);
  const packed = asked.filter(isPacked).map(({ row }) => row);
  yield* eachStretch(packed, (stretch, readings) => {
    if (!stretch) return [];
    const instants = new Set(readings.map(({ recorded_at }) => recorded_at));
    // Most are new, and unpacking the instants alone is quick.
    if (!holdsAny(stretch, instants)) return [];
    const known = readingsOf(stretch);
    stored.push(...known.filter(({ recorded_at }) => instants.has(recorded_at)));
    return [];
  });
  return stored;
}

/** Stores new readings. Fails where one of them is stored. */
export function* insertReadings(added: readonly Placed[]): BatchWork<void> {
  const rows = added.filter((each) => !isPacked(each)).map(({ row }) => row);
  if (rows.length > 0) yield* ask('insertReadings', rows);
  const packed = added.filter(isPacked).map(({ row }) => row);
  yield* eachStretch(packed, (stretch, readings) => {
    const all = [...(stretch ? readingsOf(stretch) : []), ...readings];
    all.sort((a, b) => a.recorded_at - b.recorded_at);
    return toStretches(all, stretch?.start_at ?? hourOf(all[0]?.recorded_at ?? 0));
  });
}

/** Saves what the ledger believes of readings of a sensor that are stored. */
export function* saveBeliefs(
  sensor: SensorState,
  believed: readonly ReadingRow[],
): BatchWork<void> {
  const rows = believed.filter((row) => !isPacked({ row, sensor }));
  if (rows.length > 0) yield* ask('saveBeliefs', rows);
  const packed = believed.filter((row) => isPacked({ row, sensor }));
  yield* eachStretch(packed, (stretch, readings) => {
    if (!stretch) return [];
    const changed = new Map(readings.map((row) => [row.recorded_at, row]));
    const all = readingsOf(stretch).map((row) => changed.get(row.recorded_at) ?? row);
    return toStretches(all, stretch.start_at);
  });
}

/** Finds the readings of `[hour, end)` of a sensor, in the order of time. */
export function* findReadingsBetween(
  { packed_until }: SensorState,
  key: HourKey,
  end: number,
): BatchWork<ReadingRow[]> {
  const found: ReadingRow[] = [];
  if (key.hour < packed_until) {
    const span = { from: key.hour, end: Math.min(end, packed_until) };
    for (const stretch of yield* ask('findStretchesBetween', key, span.end)) {
      for (const reading of readingsOf(stretch, span)) found.push(reading);
    }
  }
  if (end <= packed_until) return found;
  const rest = { ...key, hour: Math.max(key.hour, packed_until) };
  return [...found, ...(yield* ask('findReadingsBetween', rest, end))];
}

/** Finds the readings of some spans of a sensor, which do not overlap and are in the order of time; at most `limit`. */
export function* findReadingsIn(
  sensor: SensorState,
  spans: readonly ReadingSpan[],
  limit: number,
): BatchWork<ReadingRow[]> {
  const found: ReadingRow[] = [];
  const { packed_until } = sensor;
  for (const { begun_at: hour, ended_at, ...of } of spans) {
    if (hour >= packed_until || found.length >= limit) break;
    const end = Math.min(ended_at, packed_until);
    found.push(...(yield* findReadingsBetween(sensor, { ...of, hour }, end)));
  }
  const rows = spans
    .filter(({ ended_at }) => ended_at > packed_until)
    .map((span) => ({ ...span, begun_at: Math.max(span.begun_at, packed_until) }));
  const left = limit - found.length;
  if (rows.length > 0 && left > 0) found.push(...(yield* ask('findReadingsIn', rows, left)));
  return found.slice(0, limit);
}

type Change = (stretch: Stretch | undefined, readings: ReadingRow[]) => Stretch[];

/**
 * Has each stretch changed to which some readings belong, some at a time, and saves what it becomes.
 * @param change is given the stretch, or none where all of the sensor are later.
 */
function* eachStretch(readings: readonly ReadingRow[], change: Change): BatchWork<void> {
  if (readings.length === 0) return;
  const starts = yield* ask('findStretchStarts', [...readings]);
  const places = readings.map(({ device_id, sensor_no }, index) => {
    return { device_id, sensor_no, start_at: starts[index] ?? null };
  });
  const keyed = Map.groupBy(readings.keys(), (index) => nameOf(places[index] as Place));
  for (const some of chunksOf([...keyed.values()], stretchesAtOnce)) {
    const keys = some.map(([first = 0]) => places[first] as Place).filter(isKnown);
    const found = keys.length > 0 ? yield* ask('findStretches', keys) : [];
    const stretches = new Map(found.map((stretch) => [nameOf(stretch), stretch]));
    const changed = some.flatMap((indexes) => {
      const own = indexes.map((index) => readings[index] as ReadingRow);
      return change(stretches.get(nameOf(places[indexes[0] ?? 0] as Place)), own);
    });
    if (changed.length > 0) yield* ask('saveStretches', changed);
  }
}

type Place = Omit<StretchKey, 'start_at'> & { start_at: number | null };

function isKnown(place: Place): place is StretchKey {
  return place.start_at !== null;
}

function nameOf({ device_id, sensor_no, start_at }: Place): string {
  return `${device_id}/${sensor_no}/${start_at}`;
}
