import type { Database } from '../../db/database.ts';
import { rowsOfDevice } from '../../db/rows-of-device.ts';
import { deleteInSteps, type Steps } from '../../kit/async/delete-in-steps.ts';
import { deleteReadsOfGone } from '../incidents/read-state.ts';
import type { RemovedSensor } from './removed-sensors.ts';

/**
 * Deletes the incidents and pump commands of a removed sensor in steps, and none of a sensor that has come
 * up under its name since.
 * @returns whether it came to the end before it was to stop.
 */
export async function deleteRecords(
  db: Database,
  { device_id: deviceId, sensor_name: sensorName, ...ends }: RemovedSensor,
  steps: Steps,
): Promise<boolean> {
  const sensor = { deviceId, sensorName };
  const incidents = rowsOfDevice(db, 'incidents', { ...sensor, last: ends.last_incident_id });
  const commands = rowsOfDevice(db, 'pump_commands', { ...sensor, last: ends.last_command_id });
  const finished =
    (await deleteInSteps(incidents, steps)) && (await deleteInSteps(commands, steps));
  if (finished) await deleteReadsOfGone(db.write, deviceId);
  return finished;
}
