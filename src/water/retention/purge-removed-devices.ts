import type { Database } from '../../db/database.ts';
import type { Db, PageAfter } from '../../db/db.ts';
import { type ListTable, rowsOfDevice } from '../../db/rows-of-device.ts';
import { deleteInSteps, type Steps } from '../../kit/async/delete-in-steps.ts';
import { rowsOfPages } from '../../kit/async/rows-of-pages.ts';
import { throwFailures, tryEach } from '../../kit/async/try-each.ts';
import { systemTimers, type Timers } from '../../kit/time/timers.ts';
import { handOverOutages } from '../incidents/outages/hand-over-outages.ts';
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
  await forgetHeard(db.write, deviceId);
  await forgetArrivals(db.write, deviceId);
  await forgetRemovedDevice(db.write, deviceId);
}

/**
 * Statements of the purge of devices. Only the purges (see `db/rows-of-device.ts`) and the retention
 * (`series-queries.ts`) delete rows of other rooms: the purges those of devices and sensors that no longer
 * exist.
 */

/** Finds removed devices whose data is not deleted yet, in the order of their ids. */
export async function findRemovedDevices(db: Db, { after, limit }: PageAfter): Promise<number[]> {
  const rows = await db
    .selectFrom('removed_devices')
    .select('device_id')
    .where('device_id', '>', after)
    .orderBy('device_id')
    .limit(limit)
    .execute();
  return rows.map(({ device_id }) => device_id);
}

export async function forgetRemovedDevice(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('removed_devices').where('device_id', '=', deviceId).execute();
}

export async function findSensorNos(db: Db, deviceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('sensors')
    .select('sensor_no')
    .where('device_id', '=', deviceId)
    .orderBy('sensor_no')
    .execute();
  return rows.map(({ sensor_no }) => sensor_no);
}

export async function deleteSensors(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('sensors').where('device_id', '=', deviceId).execute();
}

/** Deletes what was last heard of the device through a LoRaWAN network server, and what goes back to it. */
export async function forgetHeard(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('lorawan_devices').where('device_id', '=', deviceId).execute();
  await db.deleteFrom('lorawan_pumps').where('device_id', '=', deviceId).execute();
  await db.deleteFrom('lorawan_downlinks').where('device_id', '=', deviceId).execute();
}

/** Deletes by which doors readings of the device have come. */
export async function forgetArrivals(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('device_arrivals').where('device_id', '=', deviceId).execute();
}

/** Deletes the read state of the device's incidents. */
export async function deleteReadState(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('alert_reads').where('device_id', '=', deviceId).execute();
  await db.deleteFrom('alert_marks').where('device_id', '=', deviceId).execute();
}
