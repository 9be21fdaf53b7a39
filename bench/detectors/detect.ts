import { noReadingValues } from '../../src/db/tables/reading-fields.ts';
import { hourOf } from '../../src/kit/time/hour.ts';
import { type IncidentChange, judgeReading } from '../../src/water/detectors/judge-reading.ts';
import { observationOf } from '../../src/water/detectors/observation-of.ts';
import { packWatch, unpackWatch } from '../../src/water/detectors/watch.ts';
import { addToRollup, openRollup, type ReadingRow } from '../../src/water/record/rollups/rollup.ts';
import { defaultThresholds, statusOfLevel } from '../../src/water/status.ts';
import type { TankTruth } from '../ledger/tank-truth.ts';
import type { Course } from './faults.ts';

/** Findings of the detectors in a course, with their instants; and their cost. */
export type Detected = {
  changes: (IncidentChange & { at: number })[];
  readings: number;
  milliseconds: number;
  /** Characters of the longest watch. */
  longestWatch: number;
};

/** Runs a course through the ledger and the detectors, as a batch does, reading by reading. */
export function detect(tank: TankTruth, { readings }: Pick<Course, 'readings'>): Detected {
  const { capacity, outage } = tank;
  const detected: Detected = { changes: [], readings: 0, milliseconds: 0, longestWatch: 0 };
  const place = { device_id: 1, sensor_no: 1 };
  let latest = { ...noReadingValues, recorded_at: null as number | null };
  let rollup: ReturnType<typeof openRollup> | undefined;
  let watch = '';
  for (const { at, level } of readings) {
    const measured = { ...place, recorded_at: at, level, volume: (level * capacity) / 100 };
    const status = statusOfLevel(level, defaultThresholds);
    const row: ReadingRow = { ...noReadingValues, ...measured, status, source: 0 };
    if (rollup?.hour !== hourOf(at)) rollup = openRollup(row, rollup?.tracker);
    Object.assign(row, addToRollup(rollup, row).belief);
    // A reading that arrives a day late is history: nothing is raised for it.
    if (outage && at >= outage.from && at < outage.to) continue;
    const begun = performance.now();
    const tankFacts = { thresholds: defaultThresholds, capacity };
    const observation = observationOf(row, latest, tankFacts);
    const judged = judgeReading(unpackWatch(watch), observation, { now: at });
    watch = packWatch(judged.watch);
    detected.milliseconds += performance.now() - begun;
    detected.readings += 1;
    detected.longestWatch = Math.max(detected.longestWatch, watch.length);
    detected.changes.push(...judged.changes.map((change) => ({ ...change, at })));
    latest = row;
  }
  return detected;
}
