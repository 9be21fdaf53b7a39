import { hourMs, hourOf } from '../../../kit/time/hour.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import type { Entry } from '../batch-parts.ts';
import { ask, type BatchWork, type HourKey, type SensorState } from '../batch-statements.ts';
import { judgedColumns } from '../row-columns.ts';
import { type ReadingRow, type Rollup, rollUpHour } from './rollup.ts';

/** A day of rollups and readings is looked at together. */
const hoursAtOnce = 24;

/** Hours of a sensor that were rolled up again, and the readings of which something else was found out. */
type Redone = { rollups: Rollup[]; refills: RefillRow[]; readings: ReadingRow[] };

/**
 * Makes the ledger of a sensor what it would be had all readings come in order. From an hour with late
 * readings on, hours are rolled up again from their readings, until one ends with the tracker that it
 * ended with before: what follows it cannot differ.
 *
 * Where readings of an hour are gone, since they are not kept for so long, it stays as it is.
 * @param late readings that are stored, of hours before the sensor's newest reading.
 */
export function* repairRollups(sensor: SensorState, late: Entry[]): BatchWork<void> {
  const lateHours = Map.groupBy(late, ({ row }) => hourOf(row.recorded_at));
  let repaired = Number.NEGATIVE_INFINITY;
  for (const hour of [...lateHours.keys()].sort((a, b) => a - b)) {
    if (hour <= repaired) continue;
    const isComplete = (known: Rollup, own: readonly ReadingRow[]) =>
      own.length >= known.count + (lateHours.get(known.hour)?.length ?? 0);
    const key = { device_id: sensor.device_id, sensor_no: sensor.sensor_no, hour };
    const redone = yield* repairFrom(key, isComplete);
    repaired = redone.last;
    yield* saveRedone(redone);
    passOn(redone.readings, late, sensor);
  }
  yield* ask('saveSensors', [sensor]);
}

/** @returns what is to be saved, and the last hour that is right then. */
function* repairFrom(
  start: HourKey,
  isComplete: (known: Rollup, own: readonly ReadingRow[]) => boolean,
): BatchWork<Redone & { last: number }> {
  const redone: Redone = { rollups: [], refills: [], readings: [] };
  let tracker = (yield* ask('findRollupBefore', start))?.tracker;
  for (let from = start; ; ) {
    const page = yield* ask('findRollupsFrom', from, hoursAtOnce);
    const isLastPage = page.length < hoursAtOnce;
    const end = isLastPage ? Number.MAX_SAFE_INTEGER : (page.at(-1)?.hour ?? 0) + hourMs;
    const readings = yield* ask('findReadingsBetween', from, end);
    const ofHour = Map.groupBy(readings, ({ recorded_at }) => hourOf(recorded_at));
    const knownAt = new Map(page.map((rollup) => [rollup.hour, rollup]));
    for (const hour of [...new Set([...knownAt.keys(), ...ofHour.keys()])].sort((a, b) => a - b)) {
      const known = knownAt.get(hour);
      const own = ofHour.get(hour) ?? [];
      const rolledUp = known && !isComplete(known, own) ? undefined : rollUpHour(own, tracker);
      if (rolledUp) {
        redone.rollups.push(rolledUp.rollup);
        redone.refills.push(...rolledUp.refills);
        redone.readings.push(...own.filter((row, at) => takes(row, rolledUp.judgements[at])));
      }
      tracker = (rolledUp?.rollup ?? known)?.tracker;
      if (known?.tracker === tracker) return { ...redone, last: hour };
    }
    if (isLastPage) return { ...redone, last: Number.MAX_SAFE_INTEGER };
    from = { ...start, hour: end };
  }
}

/** Gives a reading what was found out about it; false where that was known. */
function takes(row: ReadingRow, judgement: Partial<ReadingRow> = {}): boolean {
  const isNew = judgedColumns.some((column) => row[column] !== judgement[column]);
  Object.assign(row, judgement);
  return isNew;
}

function* saveRedone({ rollups, refills, readings }: Redone): BatchWork<void> {
  if (rollups.length > 0) {
    yield* ask('saveRollups', rollups);
    yield* ask('deleteRefills', rollups);
  }
  if (refills.length > 0) yield* ask('insertRefills', refills);
  if (readings.length > 0) yield* ask('saveJudgements', readings);
}

/** To the readings of the batch, and to the sensor where its latest is among them. */
function passOn(judged: readonly ReadingRow[], late: Entry[], sensor: SensorState): void {
  const byTime = new Map(judged.map((row) => [row.recorded_at, row]));
  const targets = [...late.map(({ row }) => row), sensor];
  for (const target of targets) {
    const row = target.recorded_at === null ? undefined : byTime.get(target.recorded_at);
    if (!row) continue;
    for (const column of judgedColumns) target[column] = row[column];
  }
}
