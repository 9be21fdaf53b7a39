import type { Db, PageAfter } from '../../db/db.ts';

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

/** Deletes the read state of the device's incidents. */
export async function deleteReadState(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('alert_reads').where('device_id', '=', deviceId).execute();
  await db.deleteFrom('alert_marks').where('device_id', '=', deviceId).execute();
}
