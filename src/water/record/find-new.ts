import type { Entry } from './batch-parts.ts';
import type { BatchWork, Instant, SensorState } from './batch-statements.ts';
import { repeat, withoutRetries } from './find-repeats.ts';
import type { ReadingRow } from './rollups/rollup.ts';
import { isPacked, type StoredReadings } from './stored-readings.ts';

/**
 * Tells new readings from repeated ones. The same device, sensor and instant again is the same reading,
 * unless the server itself named the instant: of two such pushes within a millisecond that differ the
 * second one moves to the next free millisecond. A repeated reading becomes the row that is stored.
 * @param isCautious asks of each reading, rather than inferring that one which is later than its sensor's
 *   latest is new.
 * @returns the entries that are new, in the order of time.
 */
export function* findNew(
  entries: Entry[],
  stored: StoredReadings,
  isCautious: boolean,
): BatchWork<Entry[]> {
  const newEntries: Entry[] = [];
  const taken = new Map<string, ReadingRow>();
  for (let open = yield* withoutRetries(entries, stored); open.length > 0; ) {
    const asked = (isCautious ? open : open.filter(mayBeStored)).filter(
      ({ row }) => !taken.has(readingKey(row)),
    );
    if (asked.length > 0) {
      for (const row of yield* stored.find(asked)) taken.set(readingKey(row), row);
    }
    const moved: Entry[] = [];
    const latest = new Map<SensorState, number>();
    for (const entry of open) {
      const key = readingKey(entry.row);
      const known = taken.get(key);
      if (known === undefined) {
        taken.set(key, entry.row);
        newEntries.push(entry);
      } else if (entry.reading.recordedAt === null) {
        const { row, sensor } = entry;
        row.recorded_at = Math.max(row.recorded_at, latest.get(sensor) ?? 0) + 1;
        latest.set(sensor, row.recorded_at);
        moved.push(entry);
      } else {
        if (known.level !== entry.row.level) entry.isOther = true;
        repeat(entry, known);
      }
    }
    open = moved;
  }
  return newEntries.sort((a, b) => a.row.recorded_at - b.row.recorded_at);
}

/** Nothing that is stored of a sensor is later than its latest reading; of packed ones, none is inferred. */
function mayBeStored(entry: Entry): boolean {
  const { row, sensor } = entry;
  return isPacked(entry) || (sensor.recorded_at !== null && row.recorded_at <= sensor.recorded_at);
}

export function readingKey({ device_id, sensor_no, recorded_at }: Instant): string {
  return `${device_id}/${sensor_no}/${recorded_at}`;
}
