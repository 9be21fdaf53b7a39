import { hourOf } from '../../../kit/time/hour.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { ask, type BatchWork, type HourKey, type SensorState } from '../batch-statements.ts';
import type { Span } from '../open-stretches.ts';
import { beliefColumns } from '../row-columns.ts';
import type { StoredReadings } from '../stored-readings.ts';
import {
  findCorrected,
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
 * @param arrived all new readings of the sensor, those that are not late included; they are yet to be stored, and
 * are given what is believed of them.
 */
export function* repairRollups(
  sensor: SensorState,
  { late, arrived }: { late: readonly ReadingRow[]; arrived: readonly ReadingRow[] },
  stored: StoredReadings,
): BatchWork<void> {
  const lateHours = Map.groupBy(late, ({ recorded_at }) => hourOf(recorded_at));
  const isNew = new Set(arrived);
  const withArrived = function* (span: Span): BatchWork<ReadingRow[]> {
    const known = yield* stored.findBetween(sensor, span);
    const own = arrived.filter(({ recorded_at: at }) => at >= span.from && at < span.end);
    return [...known, ...own].sort((a, b) => a.recorded_at - b.recorded_at);
  };
  let repaired = Number.NEGATIVE_INFINITY;
  for (const hour of [...lateHours.keys()].sort((a, b) => a - b)) {
    if (hour <= repaired) continue;
    const isComplete = ({ hour, known, readings }: StoredHour) =>
      readings.length >= (known?.count ?? 0) + (lateHours.get(hour)?.length ?? 0);
    const key = { device_id: sensor.device_id, sensor_no: sensor.sensor_no, hour };
    const redone = yield* repairFrom(key, isComplete, withArrived);
    repaired = redone.last;
    const readings = redone.readings.filter((row) => !isNew.has(row));
    yield* saveRedone(sensor, { ...redone, readings }, stored);
    yield* passOn(readings, sensor);
  }
}

/** @returns what is to be saved, and the last hour that is right then. */
function* repairFrom(
  start: HourKey,
  isComplete: (hour: StoredHour) => boolean,
  findBetween: (span: Span) => BatchWork<ReadingRow[]>,
): BatchWork<Redone & { last: number }> {
  const redone = nothingRedone();
  const before = yield* ask('findRollupBefore', start);
  let tracker = before?.tracker;
  const corrected = yield* findCorrected(start, before);
  for (let from = start; ; ) {
    const page = yield* ask('findRollupsFrom', from, hoursRepaired);
    const isLastPage = page.length < hoursRepaired;
    const end = isLastPage ? Number.MAX_SAFE_INTEGER : (page.at(-1)?.hour ?? 0) + hourMs;
    const readings = yield* findBetween({ from: from.hour, end });
    for (const each of toHours(page, readings)) {
      const { hour, known } = each;
      tracker = isComplete(each) ? redoHour(redone, each, tracker, corrected) : known?.tracker;
      if (known?.tracker === tracker) return { ...redone, last: hour };
    }
    if (isLastPage) return { ...redone, last: Number.MAX_SAFE_INTEGER };
    from = { ...start, hour: end };
  }
}

/** Tells the latest row of a sensor what is believed of it now. */
function* passOn(believed: readonly ReadingRow[], sensor: SensorState): BatchWork<void> {
  const latest = believed.find(({ recorded_at }) => recorded_at === sensor.recorded_at);
  if (!latest) return;
  for (const column of beliefColumns) sensor[column] = latest[column];
  yield* ask('saveSensors', [sensor]);
}
