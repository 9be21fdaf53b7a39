import { hourOf } from '../../../kit/time/hour.ts';
import { hourMs } from '../../../kit/time/units.ts';
import type { Entry } from '../batch-parts.ts';
import { ask, type BatchWork, type HourKey, type SensorState } from '../batch-statements.ts';
import { beliefColumns } from '../row-columns.ts';
import type { StoredReadings } from '../stored-readings.ts';
import {
  nothingRedone,
  type Redone,
  redoHour,
  type StoredHour,
  saveRedone,
  toHours,
} from './redo-hours.ts';
import type { ReadingRow } from './rollup.ts';

/** Hours that are looked at together: most late readings change less than these, and each is read. */
const hoursRepaired = 6;

/**
 * Makes the ledger of a sensor what it would be had all readings come in order. From an hour with late
 * readings on, hours are rolled up again from their readings, until one ends with the tracker that it
 * ended with before: what follows it cannot differ.
 *
 * Where readings of an hour are gone, since they are not kept for so long, it stays as it is.
 * @param late readings that are stored, and older than the sensor's newest one.
 * @param newEntries all new readings of the sensor, those that are not late included.
 */
export function* repairRollups(
  sensor: SensorState,
  late: Entry[],
  newEntries: Entry[],
  stored: StoredReadings,
): BatchWork<void> {
  const lateHours = Map.groupBy(late, ({ row }) => hourOf(row.recorded_at));
  let repaired = Number.NEGATIVE_INFINITY;
  for (const hour of [...lateHours.keys()].sort((a, b) => a - b)) {
    if (hour <= repaired) continue;
    const isComplete = ({ hour, known, readings }: StoredHour) =>
      readings.length >= (known?.count ?? 0) + (lateHours.get(hour)?.length ?? 0);
    const key = { device_id: sensor.device_id, sensor_no: sensor.sensor_no, hour };
    const redone = yield* repairFrom(sensor, key, isComplete, stored);
    repaired = redone.last;
    yield* saveRedone(sensor, redone, stored);
    passOn(redone.readings, [...newEntries.map(({ row }) => row), sensor]);
  }
  yield* ask('saveSensors', [sensor]);
}

/** @returns what is to be saved, and the last hour that is right then. */
function* repairFrom(
  sensor: SensorState,
  start: HourKey,
  isComplete: (hour: StoredHour) => boolean,
  stored: StoredReadings,
): BatchWork<Redone & { last: number }> {
  const redone = nothingRedone();
  let tracker = (yield* ask('findRollupBefore', start))?.tracker;
  const corrected = yield* ask('findCorrections', start);
  for (let from = start; ; ) {
    const page = yield* ask('findRollupsFrom', from, hoursRepaired);
    const isLastPage = page.length < hoursRepaired;
    const end = isLastPage ? Number.MAX_SAFE_INTEGER : (page.at(-1)?.hour ?? 0) + hourMs;
    const readings = yield* stored.findBetween(sensor, from, end);
    for (const each of toHours(page, readings)) {
      const { hour, known } = each;
      tracker = isComplete(each) ? redoHour(redone, each, tracker, corrected) : known?.tracker;
      if (known?.tracker === tracker) return { ...redone, last: hour };
    }
    if (isLastPage) return { ...redone, last: Number.MAX_SAFE_INTEGER };
    from = { ...start, hour: end };
  }
}

/** Tells what is believed of readings to other rows of the same ones. */
function passOn(believed: readonly ReadingRow[], others: (ReadingRow | SensorState)[]): void {
  const byTime = new Map(believed.map((row) => [row.recorded_at, row]));
  for (const other of others) {
    const row = other.recorded_at === null ? undefined : byTime.get(other.recorded_at);
    if (!row) continue;
    for (const column of beliefColumns) other[column] = row[column];
  }
}
