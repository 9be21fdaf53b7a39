import { sql } from 'kysely';
import type { Db, PageAfter } from '../../../db/db.ts';
import { isOpen } from '../open-incidents.ts';
import type { Incident } from '../queries.ts';

/**
 * An outage is the incident of one of its devices; `outage_devices` names them all. Incidents and devices
 * of an outage are read in two steps, since they need not stand on one server.
 */

/** A literal, since SQLite uses the index of outages only where it can read the word. */
const isOutage = sql<boolean>`kind = 'outage'`;

/** The outages of some accounts that are open, or began after an instant. */
export async function findRecentOutages(db: Db, ownerIds: number[], after: number) {
  return await db
    .selectFrom('incidents as i')
    .innerJoin('devices as d', 'd.id', 'i.device_id')
    .selectAll('i')
    .select('d.owner_id')
    .where(isOutage)
    .where((eb) => eb.or([eb('i.created_at', '>', after), eb('i.resolved_at', 'is', null)]))
    .where('d.owner_id', 'in', ownerIds)
    .orderBy('i.id')
    .execute();
}

/** In the order of their ids. */
export async function findOpenOutages(
  db: Db,
  { after, limit }: PageAfter,
): Promise<Pick<Incident, 'device_id' | 'id'>[]> {
  return await db
    .selectFrom('incidents')
    .select(['device_id', 'id'])
    .where(isOutage)
    .where(isOpen)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Changes the facts of an outage. @returns undefined where it is gone. */
export async function changeFacts(
  db: Db,
  { device_id, id }: Pick<Incident, 'device_id' | 'id'>,
  facts: string,
): Promise<Incident | undefined> {
  return await db
    .updateTable('incidents')
    .set({ facts })
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Lists an outage under devices that it befalls. */
export async function addOutageDevices(
  db: Db,
  { device_id, id }: Pick<Incident, 'device_id' | 'id'>,
  deviceIds: number[],
): Promise<void> {
  await db
    .insertInto('outage_devices')
    .values(
      deviceIds.map((deviceId) => ({
        device_id: deviceId,
        incident_id: id,
        incident_device_id: device_id,
        left_at: null,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'incident_id']).doUpdateSet({ left_at: null }),
    )
    .execute();
}

/** Notes that an outage is over for some devices. */
export async function leaveOutages(db: Db, deviceIds: number[], now: number): Promise<void> {
  await db
    .updateTable('outage_devices')
    .set({ left_at: now })
    .where('device_id', 'in', deviceIds)
    .where('left_at', 'is', null)
    .execute();
}

/** How many devices of each outage are silent still, and when the last one came back. */
export async function countSilent(db: Db, incidentIds: number[]) {
  return await db
    .selectFrom('outage_devices')
    .select('incident_id')
    .select(({ fn }) => [
      sql<number>`count(*) - count(left_at)`.$castTo<number>().as('silent'),
      fn.max<number | null>('left_at').as('last_left_at'),
    ])
    .where('incident_id', 'in', incidentIds)
    .groupBy('incident_id')
    .execute();
}

/** The devices of an outage that are silent still. */
export async function findStragglers(db: Db, incidentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('outage_devices')
    .select('device_id')
    .where('incident_id', '=', incidentId)
    .where('left_at', 'is', null)
    .execute();
  return rows.map(({ device_id }) => device_id);
}

/** How many of some devices each of some outages has befallen. */
export async function countShared(db: Db, incidentIds: number[], deviceIds: number[]) {
  return await db
    .selectFrom('outage_devices')
    .select('incident_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('incident_id', 'in', incidentIds)
    .where('device_id', 'in', deviceIds)
    .groupBy('incident_id')
    .execute();
}

export async function deleteOutageDevices(db: Db, incidentId: number): Promise<void> {
  await db.deleteFrom('outage_devices').where('incident_id', '=', incidentId).execute();
}

/** Takes a device that no longer exists off the outages that befell it. */
export async function deleteOutagesOfDevice(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('outage_devices').where('device_id', '=', deviceId).execute();
}
