import { copyReadingValues } from '../../db/tables/reading-fields.ts';
import { isAhead } from '../../kit/time/elapsed.ts';
import { judgeReading } from '../detectors/judge-reading.ts';
import { observationOf } from '../detectors/observation-of.ts';
import { packWatch, unpackWatch } from '../detectors/watch.ts';
import { readMutedKinds } from '../incidents/muted-kinds.ts';
import { type Batch, type Entry, thresholdsOf } from './batch-parts.ts';
import { ask, type BatchWork, type SensorState } from './batch-statements.ts';
import type { Found } from './incidents/save-incidents.ts';
import { learnDryTimes, notePumpRun } from './pumps/pump-runs.ts';
import { steerPumps } from './pumps/steer-pumps.ts';
import { type Consequence, deviceSource, isFresh } from './reading.ts';
import { isLate } from './rollups/update-ledger.ts';

/**
 * What follows from the readings that are the newest of their sensors: the latest row, what detectors
 * find, and the commands of pumps that the server steers.
 * @returns what was found, which is yet to be saved, and the commands.
 */
export function* followUp(
  newEntries: Entry[],
  batch: Batch,
): BatchWork<{ found: Found[]; commands: Consequence[] }> {
  const inOrder = newEntries.filter((entry) => isNewest(entry, batch.now));
  if (inOrder.length === 0) return { found: [], commands: [] };
  yield* learnDryTimes(inOrder.filter(({ row }) => isFreshOfDevice(row, batch.now)));
  const found = inOrder.flatMap((entry) => {
    const changes = judgeEntry(entry, batch.now);
    takeLatest(entry.sensor, entry.row);
    return changes;
  });
  const sensors = [...new Set(inOrder.map(({ sensor }) => sensor))];
  const changed = yield* steerPumps(
    sensors.filter((sensor) => isFreshOfDevice(sensor, batch.now)),
    batch,
  );
  yield* ask('saveSensors', sensors);
  const commands = changed.map(
    ({ deviceId, id }) => ({ kind: 'command', deviceId, value: id }) as const,
  );
  return { found, commands };
}

/**
 * A reading of now counts also where the sensor's latest one lies in the future, by a clock that was
 * wrong: else the tank would stand still until that time has come.
 */
function isNewest({ row, sensor }: Entry, now: number): boolean {
  if (!isLate(row.recorded_at, sensor)) return true;
  return isAhead(sensor.recorded_at ?? 0, now) && isFresh(row.recorded_at, now);
}

function takeLatest(sensor: SensorState, row: Entry['row']): void {
  copyReadingValues(row, sensor);
  // It must never decrease: nothing stored of a sensor is later (`find-new.ts`).
  sensor.recorded_at = Math.max(sensor.recorded_at ?? row.recorded_at, row.recorded_at);
}

function isFreshOfDevice(
  { recorded_at, source }: Pick<SensorState, 'recorded_at' | 'source'>,
  now: number,
) {
  return source === deviceSource && recorded_at !== null && isFresh(recorded_at, now);
}

function judgeEntry({ row, sensor }: Entry, now: number): Found[] {
  if (!isFreshOfDevice(row, now)) return [];
  const known = unpackWatch(sensor.watch);
  const run = notePumpRun(row, sensor, known);
  const observation = observationOf(row, sensor, {
    thresholds: thresholdsOf(sensor),
    capacity: sensor.capacity,
    ...(run && { run }),
  });
  const { watch, changes } = judgeReading(known, observation, {
    now,
    muted: readMutedKinds(sensor.muted_kinds),
  });
  sensor.watch = packWatch(watch);
  return changes.map((change) => ({ deviceId: row.device_id, sensorName: sensor.name, change }));
}
