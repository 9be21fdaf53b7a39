import { ask, type BatchWork, type ReadingSpan, type SensorState } from './batch-statements.ts';
import { OpenStretches, type Span } from './open-stretches.ts';
import type { ReadingRow } from './rollups/rollup.ts';

/** A reading with its sensor. */
export type ReadingOfSensor = { row: ReadingRow; sensor: SensorState };

export function isPacked({ row, sensor }: ReadingOfSensor): boolean {
  return row.recorded_at < sensor.packed_until;
}

/**
 * The stored readings of sensors as a batch finds and changes them, wherever they lie: before `packed_until` of
 * the sensor in stretches, from it on in rows. What is put into stretches is there once `save` has run, at the end
 * of the batch.
 */
export class StoredReadings {
  readonly #stretches = new OpenStretches();

  /** Finds those readings that are stored at the instants of others. */
  *find(asked: readonly ReadingOfSensor[]): BatchWork<ReadingRow[]> {
    const [packed, rows] = divide(asked);
    const found = rows.length > 0 ? yield* ask('findReadings', rows) : [];
    const stored = found.filter((row) => row !== undefined);
    return packed.length > 0 ? [...stored, ...(yield* this.#stretches.find(packed))] : stored;
  }

  /** Stores new readings. Fails where one of them is stored as a row. */
  *insert(added: readonly ReadingOfSensor[]): BatchWork<void> {
    const [packed, rows] = divide(added);
    if (rows.length > 0) yield* ask('insertReadings', rows);
    if (packed.length > 0) yield* this.#stretches.put(packed);
  }

  /** Saves what the ledger believes of readings of a sensor that are stored. */
  *saveBeliefs(sensor: SensorState, believed: readonly ReadingRow[]): BatchWork<void> {
    const [packed, rows] = divide(believed.map((row) => ({ row, sensor })));
    if (rows.length > 0) yield* ask('saveBeliefs', rows);
    if (packed.length > 0) yield* this.#stretches.put(packed);
  }

  /** Finds the readings of a span of a sensor, in the order of time. */
  *findBetween(sensor: SensorState, { from, end }: Span): BatchWork<ReadingRow[]> {
    const { device_id, sensor_no, packed_until } = sensor;
    const packed = { from, end: Math.min(end, packed_until) };
    const found =
      packed.from < packed.end ? yield* this.#stretches.findBetween(sensor, packed) : [];
    if (end <= packed_until) return found;
    const rest = { begun_at: Math.max(from, packed_until), ended_at: end };
    const rows = yield* ask('findReadingsBetween', { device_id, sensor_no, ...rest });
    return found.length > 0 ? [...found, ...rows] : rows;
  }

  /** Finds the readings of some spans of a sensor, which do not overlap and are in the order of time; at most `limit`. */
  *findIn(
    sensor: SensorState,
    spans: readonly ReadingSpan[],
    limit: number,
  ): BatchWork<ReadingRow[]> {
    const found: ReadingRow[] = [];
    const { packed_until } = sensor;
    for (const { begun_at: from, ended_at } of spans) {
      if (from >= packed_until || found.length >= limit) break;
      const end = Math.min(ended_at, packed_until);
      found.push(...(yield* this.findBetween(sensor, { from, end })));
    }
    const rows = spans
      .filter(({ ended_at }) => ended_at > packed_until)
      .map((span) => ({ ...span, begun_at: Math.max(span.begun_at, packed_until) }));
    const left = limit - found.length;
    if (rows.length > 0 && left > 0) found.push(...(yield* ask('findReadingsIn', rows, left)));
    return found.slice(0, limit);
  }

  *save(): BatchWork<void> {
    yield* this.#stretches.save();
  }
}

function divide(readings: readonly ReadingOfSensor[]): [packed: ReadingRow[], rows: ReadingRow[]] {
  const [packed, rows]: [ReadingRow[], ReadingRow[]] = [[], []];
  for (const each of readings) (isPacked(each) ? packed : rows).push(each.row);
  return [packed, rows];
}
