import type { Database } from '../../db/database.ts';
import { type ListTable, rowsOfDevice } from '../../db/rows-of-device.ts';
import { deleteInSteps } from '../../kit/async/delete-in-steps.ts';
import { systemTimers, type Timers } from '../../kit/time/timers.ts';
import { handOverOutages } from '../../water/incidents/outages/hand-over-outages.ts';
import {
  deleteReadState,
  deleteSensors,
  findRemovedDevice,
  findSensorNos,
  forgetRemovedDevice,
} from './purge-queries.ts';
import { seriesOf, seriesTables } from './series-queries.ts';

type PurgeDeps = { db: Database; timers?: Timers };

const listTables: ListTable[] = ['incidents', 'pump_commands', 'sensor_configs'];

/**
 * One round: deletes the data of all devices that were removed, however much it is. A round that is
 * cut short loses nothing, since the next one goes on with what is left.
 */
export async function purgeRemovedDevices(
  { db, timers = systemTimers }: PurgeDeps,
  signal: AbortSignal,
): Promise<void> {
  let deviceId = await findRemovedDevice(db.read);
  while (deviceId !== undefined && !signal.aborted) {
    const finished = await purgeDevice(db, deviceId, { timers, signal });
    if (!finished) return;
    deviceId = await findRemovedDevice(db.read);
  }
}

/** @returns whether it came to the end before it was to stop. */
async function purgeDevice(
  db: Database,
  deviceId: number,
  steps: { timers: Timers; signal: AbortSignal },
): Promise<boolean> {
  await handOverOutages(db, deviceId);
  const sensorNos = await findSensorNos(db.read, deviceId);
  const tables = [
    ...sensorNos.flatMap((sensorNo) =>
      seriesTables.map((table) => seriesOf(db, table, { deviceId, sensorNo })),
    ),
    ...listTables.map((table) => rowsOfDevice(db, table, { deviceId })),
  ];
  for (const rows of tables) {
    const finished = await deleteInSteps(rows, steps);
    if (!finished) return false;
  }
  // Last, since they say whose readings are left.
  await deleteReadState(db.write, deviceId);
  await deleteSensors(db.write, deviceId);
  await forgetRemovedDevice(db.write, deviceId);
  return true;
}
