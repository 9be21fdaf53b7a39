import { chunksOf } from '../../kit/chunks.ts';
import { hourOf } from '../../kit/time/hour.ts';
import type { Columns } from '../readings/packed/packed-readings.ts';
import { columnsOf, readingsOf, toStretches, withReadings } from '../readings/packed/stretches.ts';
import {
  ask,
  type BatchWork,
  type Instant,
  type SensorNumber,
  type StretchKey,
} from './batch-statements.ts';
import type { ReadingRow } from './rollups/rollup.ts';

/** A stretch by the readings of a sensor that belong to it: of `[begin, end)`. */
type Place = SensorNumber & {
  begin: number;
  end: number;
  /** Null where the sensor has no stretch so early; the readings become the first one. */
  start_at: number | null;
};
/** Of `[from, end)`, in epoch milliseconds. */
export type Span = { from: number; end: number };

/** Stretches that are unpacked at once; of a thousand readings each, some ten megabytes. */
const mostUnpacked = 100;
const openedAtOnce = 32;

/**
 * The packed readings of a batch. A stretch that the batch reads several times is unpacked once, if there are not
 * too many; what it changes is kept beside the stretch until `save`, which packs each once.
 */
export class OpenStretches {
  /** By sensor. */
  readonly #known = new Map<string, Place[]>();
  /** The one that was used last is the last one. */
  readonly #unpacked = new Map<Place, Columns>();
  /** Readings that are added or changed, by their instants. */
  readonly #changed = new Map<Place, Map<number, ReadingRow>>();

  /** Finds those readings that are stored at the instants of others. */
  *find(asked: readonly ReadingRow[]): BatchWork<ReadingRow[]> {
    const found: ReadingRow[] = [];
    for (const [place, readings] of yield* this.#placesOf(asked)) {
      for (const { recorded_at: from } of readings) {
        found.push(...(yield* this.#readingsOf(place, { from, end: from + 1 })));
      }
    }
    return found;
  }

  /** Finds the readings of a span of a sensor, in the order of time. */
  *findBetween({ device_id, sensor_no }: SensorNumber, span: Span): BatchWork<ReadingRow[]> {
    const found: ReadingRow[] = [];
    for (let at = span.from; at < span.end; ) {
      const key = { device_id, sensor_no, recorded_at: at };
      yield* this.#learn([key]);
      const place = this.#placeOf(key);
      for (const reading of yield* this.#readingsOf(place, span)) found.push(reading);
      at = place.end;
    }
    return found;
  }

  /** Adds readings, or changes those at the same instants. */
  *put(readings: readonly ReadingRow[]): BatchWork<void> {
    for (const [place, own] of yield* this.#placesOf(readings)) {
      const changed = this.#changed.get(place) ?? new Map<number, ReadingRow>();
      for (const row of own) changed.set(row.recorded_at, { ...row });
      this.#changed.set(place, changed);
    }
  }

  /** Saves what was put, and forgets all. */
  *save(): BatchWork<void> {
    for (const some of chunksOf([...this.#changed], openedAtOnce)) {
      yield* this.#open(some.map(([place]) => place));
      const stretches = some.flatMap(([place, changed]) => {
        const readings = [...changed.values()].sort((a, b) => a.recorded_at - b.recorded_at);
        const columns = withReadings(this.#unpacked.get(place) ?? [], readings);
        return toStretches(place, columns, place.start_at ?? hourOf(columns[0]?.[0] ?? 0));
      });
      yield* ask('saveStretches', stretches);
    }
    for (const map of [this.#known, this.#unpacked, this.#changed]) map.clear();
  }

  /** The readings of each stretch; all of the first ones are unpacked by it. */
  *#placesOf(readings: readonly ReadingRow[]): BatchWork<Map<Place, ReadingRow[]>> {
    yield* this.#learn(readings);
    const places = Map.groupBy(readings, (reading) => this.#placeOf(reading));
    for (const some of chunksOf([...places.keys()].slice(0, mostUnpacked), openedAtOnce)) {
      yield* this.#open(some);
    }
    return places;
  }

  *#readingsOf(place: Place, span: Span): BatchWork<ReadingRow[]> {
    yield* this.#open([place]);
    const packed = readingsOf(place, this.#unpacked.get(place) ?? [], span);
    const changed = this.#changed.get(place);
    if (!changed) return packed;
    const all = new Map(packed.map((row) => [row.recorded_at, row]));
    for (const [at, row] of changed) if (at >= span.from && at < span.end) all.set(at, row);
    return [...all.values()].sort((a, b) => a.recorded_at - b.recorded_at);
  }

  /** Unpacks stretches, at most `openedAtOnce`. */
  *#open(places: readonly Place[]): BatchWork<void> {
    const closed = places.filter((place) => place.start_at !== null && !this.#unpacked.has(place));
    for (const place of places) {
      const columns = this.#unpacked.get(place);
      if (!columns) continue;
      this.#unpacked.delete(place);
      this.#unpacked.set(place, columns);
    }
    if (closed.length === 0) return;
    const byName = new Map(closed.map((place) => [nameOf(place), place]));
    for (const stretch of yield* ask('findStretches', closed as StretchKey[])) {
      const place = byName.get(nameOf(stretch));
      if (place) this.#unpacked.set(place, columnsOf(stretch));
    }
    for (const place of this.#unpacked.keys()) {
      if (this.#unpacked.size <= mostUnpacked) break;
      this.#unpacked.delete(place);
    }
  }

  /** Finds to which stretches readings belong. */
  *#learn(readings: readonly Instant[]): BatchWork<void> {
    const unknown = readings.filter((reading) => !this.#lookUp(reading));
    if (unknown.length === 0) return;
    const spans = yield* ask('findStretchSpans', unknown);
    for (const [index, reading] of unknown.entries()) {
      if (this.#lookUp(reading)) continue;
      const { device_id, sensor_no } = reading;
      const { start_at = null, end_at = null } = spans[index] ?? {};
      const end = end_at ?? Number.MAX_SAFE_INTEGER;
      const places = this.#known.get(sensorOf(reading)) ?? [];
      places.push({
        device_id,
        sensor_no,
        start_at,
        begin: start_at ?? Number.MIN_SAFE_INTEGER,
        end,
      });
      this.#known.set(sensorOf(reading), places);
    }
  }

  #lookUp(reading: Instant): Place | undefined {
    const { recorded_at: at } = reading;
    // Mostly the one that was found last.
    return this.#known
      .get(sensorOf(reading))
      ?.findLast(({ begin, end }) => at >= begin && at < end);
  }

  #placeOf(reading: Instant): Place {
    const place = this.#lookUp(reading);
    if (!place) throw new Error('the stretch of a reading was looked for');
    return place;
  }
}

function sensorOf({ device_id, sensor_no }: SensorNumber): string {
  return `${device_id}/${sensor_no}`;
}

function nameOf(place: SensorNumber & { start_at: number | null }): string {
  return `${sensorOf(place)}/${place.start_at}`;
}
