import { readingFieldList, readingValuesOf } from '../../db/tables/reading-fields.ts';
import { secondMs } from '../../kit/time/units.ts';
import type { Entry } from './batch-parts.ts';
import { ask, type BatchWork, type SensorState } from './batch-statements.ts';
import { deviceSource } from './reading.ts';
import type { ReadingRow } from './rollups/rollup.ts';

/**
 * A reading that names no instant and equals the one before it, this close to it, is that reading again: its
 * sender had no answer, or sends everything twice.
 */
const repeatedWithinMs = 10 * secondMs;

/**
 * Tells new readings from repeated ones. The same device, sensor and instant again is the same reading,
 * unless the server itself named the instant: of two such pushes within a millisecond that differ the
 * second one moves to the next free millisecond. A repeated reading becomes the row that is stored.
 * @param isCautious asks of each reading, rather than inferring that one which is later than its sensor's
 *   latest is new.
 * @returns the entries that are new, in the order of time.
 */
export function* findNew(entries: Entry[], isCautious: boolean): BatchWork<Entry[]> {
  const newEntries: Entry[] = [];
  const taken = new Map<string, ReadingRow>();
  for (let open = withoutRetries(entries); open.length > 0; ) {
    yield* findStored(isCautious ? open : open.filter(mayBeStored), taken);
    const moved: Entry[] = [];
    for (const entry of open) {
      const key = readingKey(entry.row);
      const known = taken.get(key);
      if (known === undefined) {
        taken.set(key, entry.row);
        newEntries.push(entry);
      } else if (entry.reading.recordedAt === null) {
        entry.row.recorded_at += 1;
        moved.push(entry);
      } else {
        if (known.level !== entry.row.level) entry.isOther = true;
        entry.row = known;
      }
    }
    open = moved;
  }
  return newEntries.sort((a, b) => a.row.recorded_at - b.row.recorded_at);
}

/** Gives retries the rows that they repeat. @returns the other entries. */
function withoutRetries(entries: Entry[]): Entry[] {
  const latest = new Map<SensorState, ReadingRow>();
  return entries.filter((entry) => {
    const { reading, row, sensor } = entry;
    if (reading.recordedAt !== null) return true;
    const before = latest.get(sensor) ?? latestRowOf(sensor);
    if (before && isRetry(row, before)) {
      entry.row = before;
      return false;
    }
    latest.set(sensor, row);
    return true;
  });
}

function isRetry(row: ReadingRow, before: ReadingRow): boolean {
  const since = row.recorded_at - before.recorded_at;
  if (row.source !== deviceSource || since < 0 || since > repeatedWithinMs) return false;
  return measuredByDevices.every((column) => row[column] === before[column]);
}

/** What a device says of a reading; the rest is found out about it. */
const measuredByDevices = readingFieldList
  .filter(({ pushedAs }) => pushedAs !== undefined)
  .map(({ column }) => column);

/** The latest reading of a sensor, as its row holds it. */
function latestRowOf(sensor: SensorState): ReadingRow | undefined {
  const { recorded_at, level, status, source } = sensor;
  if (recorded_at === null || level === null || status === null || source === null)
    return undefined;
  const { device_id, sensor_no } = sensor;
  return { ...readingValuesOf(sensor), device_id, sensor_no, recorded_at, level, status, source };
}

/** Nothing that is stored of a sensor is later than its latest reading. */
function mayBeStored({ row, sensor }: Entry): boolean {
  return sensor.recorded_at !== null && row.recorded_at <= sensor.recorded_at;
}

/** Adds the readings that are stored at the instants of some entries. */
function* findStored(entries: Entry[], stored: Map<string, ReadingRow>): BatchWork<void> {
  const unknown = entries.map(({ row }) => row).filter((row) => !stored.has(readingKey(row)));
  if (unknown.length === 0) return;
  for (const row of yield* ask('findReadings', unknown)) if (row) stored.set(readingKey(row), row);
}

type ReadingKey = Pick<ReadingRow, 'device_id' | 'sensor_no' | 'recorded_at'>;

export function readingKey({ device_id, sensor_no, recorded_at }: ReadingKey): string {
  return `${device_id}/${sensor_no}/${recorded_at}`;
}
