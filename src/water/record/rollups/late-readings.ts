import type { ConsumptionState } from '../../rules/consumption.ts';
import { ask, type BatchWork, type HourKey } from '../batch-statements.ts';
import { hourMs, isStill, type Rollup, rollUpHour, trackerOf } from './rollup.ts';

const hoursAtOnce = 500;

/** How many late readings of a batch are of one hour of a sensor. */
export type LateReadings = { hour: HourKey; count: number };

/**
 * Makes the rollups of a sensor what they would be had all readings come in order, from the hour of
 * late readings on. The hour itself is rolled up again from its readings; of the hours after it
 * only the tracker that they start from can differ, so the work ends at the first that ends as it did before.
 *
 * Where readings of the hour are gone, since they were not to be kept for so long, it stays as it is.
 */
export function* repairRollups(late: LateReadings, deadBand: number): BatchWork<void> {
  const from = late.hour;
  const readings = yield* ask('findReadingsOfHour', from);
  const [known] = yield* ask('findRollups', [from]);
  if (known && readings.length < known.count + late.count) return;
  const before = yield* ask('findRollupBefore', from);
  const repaired = rollUpHour(readings, before && trackerOf(before), deadBand);
  if (!repaired) return;
  yield* ask('saveRollups', [repaired]);
  if (known && isSameTracker(trackerOf(known), trackerOf(repaired))) return;

  let tracker = trackerOf(repaired);
  let next = { ...from, hour: from.hour + hourMs };
  for (;;) {
    const later = yield* ask('findRollupsFrom', next, hoursAtOnce);
    const changed: Rollup[] = [];
    for (const rollup of later) {
      const inherited = tracker;
      const old = trackerOf(rollup);
      const redone = isStill(rollup, inherited, deadBand)
        ? stillRollup(rollup, inherited)
        : yield* rollUpAgain(rollup, inherited, deadBand);
      // Raw readings older than their retention are gone; what they once gave stays as it is.
      if (!redone) break;
      changed.push(redone);
      tracker = trackerOf(redone);
      if (isSameTracker(old, tracker)) {
        yield* ask('saveRollups', changed);
        return;
      }
    }
    yield* ask('saveRollups', changed);
    const last = later.at(-1);
    if (later.length < hoursAtOnce || !last) return;
    next = { ...from, hour: last.hour + hourMs };
  }
}

function* rollUpAgain(
  key: HourKey,
  before: ConsumptionState | undefined,
  deadBand: number,
): BatchWork<Rollup | undefined> {
  const readings = yield* ask('findReadingsOfHour', key);
  return rollUpHour(readings, before, deadBand);
}

function stillRollup(rollup: Rollup, tracker: ConsumptionState): Rollup {
  return {
    ...rollup,
    consumed_level: 0,
    refilled_level: 0,
    consumed_volume: 0,
    refilled_volume: 0,
    direction: tracker.direction,
    turn_level: tracker.turnLevel,
    turn_volume: tracker.turnVolume,
  };
}

function isSameTracker(a: ConsumptionState, b: ConsumptionState): boolean {
  return (
    a.direction === b.direction && a.turnLevel === b.turnLevel && a.turnVolume === b.turnVolume
  );
}
