import type { Entry } from '../batch-parts.ts';
import { ask, type BatchWork, type SensorState } from '../batch-statements.ts';
import { type LateReadings, repairRollups } from './late-readings.ts';
import { addToRollup, hourOf, openRollup, type Rollup, trackerOf } from './rollup.ts';

/**
 * Brings the hourly rollups up to date. Readings that come in order only add to the newest rollup of
 * their sensor; for late ones the rollups behind them are repaired.
 * @param fresh new readings in the order of time, their sensors still as they were before them.
 */
export function* updateRollups(fresh: Entry[], deadBand: number): BatchWork<void> {
  const newest = yield* findNewestRollups(fresh);
  const changed = new Set<Rollup>();
  const late = new Map<string, LateReadings>();
  for (const { row, sensor } of fresh) {
    if (isLate(row.recorded_at, sensor)) {
      const hour = { ...keyOf(sensor), hour: hourOf(row.recorded_at) };
      const key = `${hour.device_id}/${hour.sensor_no}/${hour.hour}`;
      late.set(key, { hour, count: (late.get(key)?.count ?? 0) + 1 });
      continue;
    }
    let rollup = newest.get(sensor);
    if (rollup?.hour === hourOf(row.recorded_at)) {
      addToRollup(rollup, row, deadBand);
    } else {
      rollup = openRollup(row, rollup && trackerOf(rollup), deadBand);
      newest.set(sensor, rollup);
    }
    changed.add(rollup);
  }
  if (changed.size > 0) yield* ask('saveRollups', [...changed]);
  // Readings come in the order of time, so each repair finds all before it repaired.
  for (const readings of late.values()) yield* repairRollups(readings, deadBand);
}

/** A reading is late when its sensor has a newer one. */
export function isLate(recordedAt: number, { recorded_at }: SensorState): boolean {
  return recorded_at !== null && recordedAt < recorded_at;
}

function* findNewestRollups(fresh: Entry[]): BatchWork<Map<SensorState, Rollup>> {
  const known = [...new Set(fresh.map(({ sensor }) => sensor))].filter(hasReading);
  const keys = known.map((sensor) => ({ ...keyOf(sensor), hour: hourOf(sensor.recorded_at) }));
  const rollups = keys.length > 0 ? yield* ask('findRollups', keys) : [];
  return new Map(
    known.flatMap((sensor, index) => {
      const rollup = rollups[index];
      return rollup ? [[sensor, rollup]] : [];
    }),
  );
}

function hasReading(sensor: SensorState): sensor is SensorState & { recorded_at: number } {
  return sensor.recorded_at !== null;
}

function keyOf({ device_id, sensor_no }: SensorState) {
  return { device_id, sensor_no };
}
