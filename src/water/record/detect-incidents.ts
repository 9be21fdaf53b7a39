import { copyReadingValues } from '../../db/tables/reading-fields.ts';
import { isAhead } from '../../kit/time/elapsed.ts';
import { judgeReading } from '../detectors/judge-reading.ts';
import { observationOf } from '../detectors/observation-of.ts';
import { packWatch, unpackWatch } from '../detectors/watch.ts';
import { readMutedKinds } from '../incidents/muted-kinds.ts';
import { toldSilence, toldUnknown } from '../presence.ts';
import { highestPercentOf } from '../tank-shapes/fill-by-shape.ts';
import { type Batch, type Entry, thresholdsOf } from './batch-parts.ts';
import type { DeviceStatus } from './batch-statements.ts';
import type { Found } from './incidents/save-incidents.ts';
import { notePumpRun } from './pumps/pump-runs.ts';
import { isFresh, isOfNow } from './reading.ts';
import { isLate } from './rollups/update-ledger.ts';

/**
 * The readings that are the newest of their sensors. One of now counts also where the sensor's latest
 * lies in the future, by a clock that was wrong: else the tank would stand still until that time has come.
 * @param newEntries in the order of time, their sensors still as they were before them.
 */
export function latestOf(newEntries: Entry[], now: number): Entry[] {
  return newEntries.filter(({ row, sensor }) => {
    if (!isLate(row.recorded_at, sensor)) return true;
    return isAhead(sensor.recorded_at ?? 0, now) && isFresh(row.recorded_at, now);
  });
}

/**
 * Judges each reading by what its sensor remembers, and makes it the sensor's latest.
 * @param latest see `latestOf`; their sensors are changed, and to be saved.
 * @returns what was found, which is yet to be saved.
 */
export function detectIncidents(
  latest: Entry[],
  devices: ReadonlyMap<number, DeviceStatus>,
  { now, onlineMs }: Pick<Batch, 'now' | 'onlineMs'>,
): Found[] {
  return latest.flatMap((entry) => {
    const device = devices.get(entry.row.device_id);
    const silenceMs = device ? toldSilence(device, onlineMs) : toldUnknown(onlineMs);
    const found = judge(entry, { now, silenceMs });
    takeLatest(entry);
    return found;
  });
}

function judge(
  { reading, row, sensor, isDoubted, isNoWater }: Entry,
  { now, silenceMs }: { now: number; silenceMs: number },
): Found[] {
  if (!isOfNow(row, now)) return [];
  const known = unpackWatch(sensor.watch);
  const sensorTop = highestPercentOf(reading, sensor.tank);
  const run = notePumpRun(row, sensor, { watch: known, sensorTop });
  const observation = observationOf(row, sensor, {
    thresholds: thresholdsOf(sensor),
    sensorTop,
    capacity: sensor.capacity,
    silenceMs,
    ...(run && { run }),
    ...(isDoubted && { isDoubted }),
    ...(isNoWater && { isNoWater }),
  });
  const { watch, changes } = judgeReading(known, observation, {
    now,
    muted: readMutedKinds(sensor.muted_kinds),
  });
  sensor.watch = packWatch(watch);
  return changes.map((change) => ({ deviceId: row.device_id, sensorName: sensor.name, change }));
}

function takeLatest({ row, sensor }: Entry): void {
  copyReadingValues(row, sensor);
  // It must never decrease: nothing stored of a sensor is later (`find-new.ts`).
  sensor.recorded_at = Math.max(sensor.recorded_at ?? row.recorded_at, row.recorded_at);
}
