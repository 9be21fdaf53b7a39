import type { Database } from '../../db/database.ts';
import { deleteInSteps, type Steps } from '../../kit/async/delete-in-steps.ts';
import { rowsOfPages } from '../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../kit/async/try-each.ts';
import { systemTimers, type Timers } from '../../kit/time/timers.ts';
import {
  deleteRecords,
  findRemovedSensors,
  forgetRemovedSensor,
  type RemovedSensor,
} from '../sensors/removed-sensors.ts';
import { seriesOf, seriesTables } from './series-queries.ts';

type PurgeDeps = { db: Database; timers?: Timers };

const sensorsAtOnce = 100;

/**
 * Runs one round: deletes the data of all removed sensors. An aborted round loses nothing: the next one finds
 * the rest.
 * @throws AggregateError where some sensors failed, once the others are done.
 */
export async function purgeRemovedSensors(
  { db, timers = systemTimers }: PurgeDeps,
  signal: AbortSignal,
): Promise<void> {
  const removed = rowsOfPages<RemovedSensor>(sensorsAtOnce, (page) =>
    findRemovedSensors(db.read, page),
  );
  const failed = await tryEach(removed, signal, (sensor) =>
    purgeSensor(db, sensor, { timers, signal }),
  );
  throwFailures(failed, 'the data of some removed sensors could not be deleted');
}

async function purgeSensor(db: Database, sensor: RemovedSensor, steps: Steps): Promise<void> {
  // The removal did this already, unless it was interrupted.
  if (!(await deleteRecords(db, sensor, steps))) return;
  const key = { deviceId: sensor.device_id, sensorNo: sensor.sensor_no };
  for (const table of seriesTables) {
    if (!(await deleteInSteps(seriesOf(db, table, key), steps))) return;
  }
  await forgetRemovedSensor(db.write, sensor);
}
