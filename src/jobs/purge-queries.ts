import type { Db } from '../db/db.ts';

/**
 * The statements of the purge of devices. It, the purge of sensors (`water/sensors/delete-records.ts`)
 * and the retention (`series-queries.ts`) are the only ones outside their rooms who delete rows: the
 * purges only those of devices and sensors that no longer exist.
 */

/** Tables whose rows are numbered by `id`. */
export type ListTable = 'alerts' | 'pump_commands' | 'sensor_configs';

/** The device that was removed first of those whose data is still there. */
export async function findRemovedDevice(db: Db): Promise<number | undefined> {
  const row = await db
    .selectFrom('removed_devices')
    .select('device_id')
    .orderBy('removed_at')
    .orderBy('device_id')
    .limit(1)
    .executeTakeFirst();
  return row?.device_id;
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

/** The id of the row that comes `count` rows after an id, if there are so many. */
export async function findIdAt(
  db: Db,
  table: ListTable,
  deviceId: number,
  { after, count }: { after: number; count: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom(table)
    .select('id')
    .where('device_id', '=', deviceId)
    .where('id', '>', after)
    .orderBy('id')
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return row?.id;
}

export async function deleteListUpTo(
  db: Db,
  table: ListTable,
  deviceId: number,
  { after, upTo }: { after: number; upTo: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('device_id', '=', deviceId)
    .where('id', '>', after)
    .where('id', '<=', upTo)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
