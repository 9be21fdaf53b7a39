import type { Database } from '../../db/database.ts';
import { deleteInSteps, type Steps } from '../../kit/async/delete-in-steps.ts';
import { systemTimers, type Timers } from '../../kit/time/timers.ts';
import { deleteRecords } from '../../water/sensors/delete-records.ts';
import {
  findRemovedSensor,
  forgetRemovedSensor,
  type RemovedSensor,
} from '../../water/sensors/removed-sensors.ts';
import { seriesOf, seriesTables } from './series-queries.ts';

type PurgeDeps = { db: Database; timers?: Timers };

/**
 * One round: deletes the data of all sensors that were removed, however much it is. A round that is
 * cut short loses nothing, since the next one goes on with what is left.
 */
export async function purgeRemovedSensors(
  { db, timers = systemTimers }: PurgeDeps,
  signal: AbortSignal,
): Promise<void> {
  let sensor = await findRemovedSensor(db.read);
  while (sensor && !signal.aborted) {
    const finished = await purgeSensor(db, sensor, { timers, signal });
    if (!finished) return;
    sensor = await findRemovedSensor(db.read);
  }
}

/** @returns whether it came to the end before it was to stop. */
async function purgeSensor(db: Database, sensor: RemovedSensor, steps: Steps): Promise<boolean> {
  // Also done when it was removed, unless that broke off.
  if (!(await deleteRecords(db, sensor, steps))) return false;
  const key = { deviceId: sensor.device_id, sensorNo: sensor.sensor_no };
  for (const table of seriesTables) {
    if (!(await deleteInSteps(seriesOf(db, table, key), steps))) return false;
  }
  await forgetRemovedSensor(db.write, sensor);
  return true;
}
