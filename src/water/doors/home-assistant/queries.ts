import type { Db } from '../../../db/db.ts';
import { isOpen } from '../../incidents/open-incidents.ts';

/** Most open incidents of a device that are read. */
const mostOpen = 100;

/** Finds the open incidents of a device, the newest first. */
export async function findOpenOf(db: Db, deviceId: number) {
  return await db
    .selectFrom('incidents')
    .select(['kind', 'facts', 'severity', 'sensor_name', 'created_at', 'raised_at'])
    .where('device_id', '=', deviceId)
    .where(isOpen)
    .orderBy('raised_at', 'desc')
    .limit(mostOpen)
    .execute();
}

/** Finds which sensors of a device the server steers. */
export async function findSteered(db: Db, deviceId: number): Promise<Set<number>> {
  const rows = await db
    .selectFrom('sensors')
    .select('sensor_no')
    .where('device_id', '=', deviceId)
    .where('auto_on_below', 'is not', null)
    .execute();
  return new Set(rows.map(({ sensor_no }) => sensor_no));
}

/** A person whose language and time zone count, and owner of a device. */
export async function findOwner(db: Db, deviceId: number) {
  return await db
    .selectFrom('devices as d')
    .innerJoin('users as u', 'u.id', 'd.owner_id')
    .select(['u.id', 'u.language', 'u.timezone'])
    .where('d.id', '=', deviceId)
    .executeTakeFirst();
}

/** Ids of all devices, a page at a time. */
export async function findDeviceIds(
  db: Db,
  { after, limit }: { after: number; limit: number },
): Promise<{ id: number }[]> {
  return await db
    .selectFrom('devices')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Finds which of some ids devices have. */
export async function findIdsAmong(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const rows = await db.selectFrom('devices').select('id').where('id', 'in', ids).execute();
  return new Set(rows.map(({ id }) => id));
}

/** Finds which of some identities devices have. */
export async function findIdentitiesAmong(
  db: Db,
  identities: readonly string[],
): Promise<Set<string>> {
  if (identities.length === 0) return new Set();
  const rows = await db
    .selectFrom('devices')
    .select('identity')
    .where('identity', 'in', identities)
    .execute();
  return new Set(rows.map(({ identity }) => identity));
}

/** Finds the sensor whose pump is meant where none is named: the only one with a pump, or the only one. */
export async function findOnlyPump(db: Db, deviceId: number): Promise<string | undefined> {
  const sensors = await db
    .selectFrom('sensors')
    .select(['name', 'pump', 'pump_state'])
    .where('device_id', '=', deviceId)
    .execute();
  const pumped = sensors.filter(({ pump, pump_state }) => pump !== null || pump_state !== null);
  const meant = pumped.length > 0 ? pumped : sensors;
  return meant.length === 1 ? meant[0]?.name : undefined;
}
