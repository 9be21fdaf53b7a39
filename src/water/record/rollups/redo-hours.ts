import { hourOf } from '../../../kit/time/hour.ts';
import type { CorrectedStretch } from '../../ledger/corrected-stretch.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import { unpackTracker } from '../../ledger/tracker-text.ts';
import { ask, type BatchWork, type HourKey, type SensorState } from '../batch-statements.ts';
import { beliefColumns } from '../row-columns.ts';
import type { StoredReadings } from '../stored-readings.ts';
import { type ReadingRow, type Rollup, rollUpHour } from './rollup.ts';

/** A day of rollups and readings is looked at together, and computed anew in one transaction, for which pushes wait. */
export const hoursAtOnce = 24;

/** What is stored of an hour of a sensor. */
export type StoredHour = { hour: number; known: Rollup | undefined; readings: ReadingRow[] };

/** Hours of a sensor that were rolled up again, and the readings of which something else is believed now. */
export type Redone = { rollups: Rollup[]; refills: RefillRow[]; readings: ReadingRow[] };

export function nothingRedone(): Redone {
  return { rollups: [], refills: [], readings: [] };
}

/**
 * Finds the stretches that matter from an hour on: its first reading tells of the time since the last one that told a
 * level, which may lie hours before where the sensor said 0 since.
 * @param before the rollup before it; undefined where there is none.
 */
export function* findCorrected(
  start: HourKey,
  before: Rollup | undefined,
): BatchWork<CorrectedStretch[]> {
  const hour = before?.tracker ? hourOf(unpackTracker(before.tracker).filter.at) : start.hour;
  return yield* ask('findCorrections', { ...start, hour: Math.min(hour, before?.hour ?? hour) });
}

/** The hours that have a rollup or readings, in order. */
export function toHours(rollups: readonly Rollup[], readings: readonly ReadingRow[]): StoredHour[] {
  const ofHour = Map.groupBy(readings, ({ recorded_at }) => hourOf(recorded_at));
  const knownAt = new Map(rollups.map((rollup) => [rollup.hour, rollup]));
  return [...new Set([...knownAt.keys(), ...ofHour.keys()])]
    .sort((a, b) => a - b)
    .map((hour) => ({ hour, known: knownAt.get(hour), readings: ofHour.get(hour) ?? [] }));
}

/**
 * Rolls an hour up again, with all that follows from its readings; `redone` is added to.
 * @param before the tracker as the hour before leaves it.
 * @param corrected stretches in which nothing is to be booked.
 * @returns the tracker as this hour leaves it.
 */
export function redoHour(
  redone: Redone,
  { readings }: StoredHour,
  before: string | undefined,
  corrected: readonly CorrectedStretch[],
): string | undefined {
  const rolledUp = rollUpHour(readings, before, corrected);
  if (!rolledUp) return before;
  redone.rollups.push(rolledUp.rollup);
  redone.refills.push(...rolledUp.refills);
  for (const [at, row] of readings.entries()) {
    if (updateBelief(row, rolledUp.beliefs[at])) redone.readings.push(row);
  }
  return rolledUp.rollup.tracker;
}

/** @returns whether anything else is believed of the reading now. */
function updateBelief(row: ReadingRow, belief: Partial<ReadingRow> = {}): boolean {
  const isNew = beliefColumns.some((column) => row[column] !== belief[column]);
  Object.assign(row, belief);
  return isNew;
}

export function* saveRedone(
  sensor: SensorState,
  { rollups, refills, readings }: Redone,
  stored: StoredReadings,
): BatchWork<void> {
  if (rollups.length > 0) {
    yield* ask('saveRollups', rollups);
    yield* ask('deleteRefills', rollups);
  }
  if (refills.length > 0) yield* ask('insertRefills', refills);
  yield* stored.saveBeliefs(sensor, readings);
}
