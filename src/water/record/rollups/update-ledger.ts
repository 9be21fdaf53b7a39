import { hourOf } from '../../../kit/time/hour.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import { stretchesOfChange } from '../../ledger/tank-change.ts';
import type { Entry } from '../batch-parts.ts';
import { ask, type BatchWork, type SensorState } from '../batch-statements.ts';
import type { StoredReadings } from '../stored-readings.ts';
import { repairRollups } from './repair-rollups.ts';
import {
  addToRollup,
  closeRollup,
  type OpenRollup,
  openRollup,
  type Rollup,
  reopenRollup,
} from './rollup.ts';

/**
 * Adds readings that come in order to the newest rollup of their sensor, with the refills that they end;
 * gives each what the ledger believes of it.
 * @param newEntries new readings in the order of time, their sensors still as they were before them;
 *   late ones are left to `repairLedger`.
 */
export function* addToLedger(newEntries: Entry[]): BatchWork<void> {
  const inOrder = newEntries.filter((each) => !isLateEntry(each));
  const newest = yield* findNewestRollups(inOrder);
  const changed = new Set<OpenRollup>();
  const rollups: Rollup[] = [];
  const refills: RefillRow[] = [];
  for (const entry of inOrder) {
    const { row, sensor } = entry;
    let rollup = newest.get(sensor);
    if (rollup?.hour !== hourOf(row.recorded_at)) {
      if (rollup && changed.delete(rollup)) rollups.push(closeRollup(rollup));
      rollup = openRollup(row, rollup?.tracker);
      newest.set(sensor, rollup);
    }
    const added = addToRollup(rollup, row, stretchesOfChange(sensor.tank_changed_at));
    Object.assign(row, added.belief);
    if (added.isDoubted) entry.isDoubted = true;
    if (added.isNoWater) entry.isNoWater = true;
    refills.push(...added.refills);
    changed.add(rollup);
  }
  for (const rollup of changed) rollups.push(closeRollup(rollup));
  if (rollups.length > 0) yield* ask('saveRollups', rollups);
  if (refills.length > 0) yield* ask('insertRefills', refills);
}

/**
 * Repairs the ledger behind readings that came late, and gives each what the ledger believes of it.
 * @param newEntries as `addToLedger` was given them, not yet stored.
 */
export function* repairLedger(newEntries: Entry[], stored: StoredReadings): BatchWork<void> {
  const late = newEntries.filter(isLateEntry);
  if (late.length === 0) return;
  const ofSensor = Map.groupBy(newEntries, ({ sensor }) => sensor);
  for (const [sensor, own] of Map.groupBy(late, (entry) => entry.sensor)) {
    const arrived = (ofSensor.get(sensor) ?? []).map(({ row }) => row);
    yield* repairRollups(sensor, { late: own.map(({ row }) => row), arrived }, stored);
  }
}

/** A reading is late when its sensor has a newer one. */
export function isLate(recordedAt: number, { recorded_at }: SensorState): boolean {
  return recorded_at !== null && recordedAt < recorded_at;
}

function isLateEntry({ row, sensor }: Entry): boolean {
  return isLate(row.recorded_at, sensor);
}

function* findNewestRollups(newEntries: Entry[]): BatchWork<Map<SensorState, OpenRollup>> {
  const known = [...new Set(newEntries.map(({ sensor }) => sensor))].filter(hasReading);
  const keys = known.map((sensor) => ({ ...keyOf(sensor), hour: hourOf(sensor.recorded_at) }));
  const rollups = keys.length > 0 ? yield* ask('findRollups', keys) : [];
  return new Map(
    known.flatMap((sensor, index) => {
      const rollup = rollups[index];
      return rollup ? [[sensor, reopenRollup(rollup)]] : [];
    }),
  );
}

function hasReading(sensor: SensorState): sensor is SensorState & { recorded_at: number } {
  return sensor.recorded_at !== null;
}

function keyOf({ device_id, sensor_no }: SensorState) {
  return { device_id, sensor_no };
}
