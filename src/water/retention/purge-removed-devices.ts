import type { Database } from '../../db/database.ts';
import { type ListTable, rowsOfDevice } from '../../db/rows-of-device.ts';
import { deleteInSteps, type Steps } from '../../kit/async/delete-in-steps.ts';
import { rowsOfPages } from '../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../kit/async/try-each.ts';
import { systemTimers, type Timers } from '../../kit/time/timers.ts';
import { handOverOutages } from '../incidents/outages/hand-over-outages.ts';
import {
  deleteReadState,
  deleteSensors,
  findRemovedDevices,
  findSensorNos,
  forgetRemovedDevice,
} from './purge-queries.ts';
import { seriesOf, seriesTables } from './series-queries.ts';

type PurgeDeps = { db: Database; timers?: Timers };

const devicesAtOnce = 100;

const listTables: ListTable[] = ['incidents', 'pump_commands', 'sensor_configs'];

/**
 * Runs one round: deletes the data of all removed devices. An aborted round loses nothing: the next one finds
 * the rest.
 * @throws AggregateError where some devices failed, once the others are done.
 */
export async function purgeRemovedDevices(
  { db, timers = systemTimers }: PurgeDeps,
  signal: AbortSignal,
): Promise<void> {
  const removed = rowsOfPages<number>(devicesAtOnce, ({ after = 0, limit }) =>
    findRemovedDevices(db.read, { after, limit }),
  );
  const failed = await tryEach(removed, signal, (deviceId) =>
    purgeDevice(db, deviceId, { timers, signal }),
  );
  throwFailures(failed, 'the data of some removed devices could not be deleted');
}

async function purgeDevice(db: Database, deviceId: number, steps: Steps): Promise<void> {
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
    if (!finished) return;
  }
  // Last, since the sensors' rows say whose readings are left.
  await deleteReadState(db.write, deviceId);
  await deleteSensors(db.write, deviceId);
  await forgetRemovedDevice(db.write, deviceId);
}
