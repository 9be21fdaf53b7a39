import { sql } from 'kysely';
import type { Db, PageAfter } from '../../../db/db.ts';
import { isOpen } from '../open-incidents.ts';
import type { Incident } from '../queries.ts';
import { unrouted } from '../unrouted.ts';

/**
 * An outage is an incident of one of its devices; `outage_devices` lists them all. Incidents and devices of
 * an outage are read in two steps, since they need not lie on one server.
 */

/** A literal, since SQLite uses the index of outages only where it can read the word. */
const isOutage = sql<boolean>`kind = 'outage'`;

/** Finds the outages of some accounts that are open, or began after an instant. */
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

/**
 * Changes the facts of an outage that has more devices now, whose people are yet to be found.
 * @returns undefined where it is gone.
 */
export async function changeFacts(
  db: Db,
  { device_id, id }: Pick<Incident, 'device_id' | 'id'>,
  facts: string,
): Promise<Incident | undefined> {
  return await db
    .updateTable('incidents')
    .set({ facts, ...unrouted })
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Adds devices to an outage, each with the instant when it was last seen. */
export async function addOutageDevices(
  db: Db,
  { device_id, id }: Pick<Incident, 'device_id' | 'id'>,
  silent: { device_id: number; last_seen_at: number }[],
): Promise<void> {
  await db
    .insertInto('outage_devices')
    .values(
      silent.map((device) => ({
        device_id: device.device_id,
        incident_id: id,
        incident_device_id: device_id,
        left_at: null,
        silent_since: device.last_seen_at,
      })),
    )
    .onConflict((conflict) =>
      conflict.columns(['device_id', 'incident_id']).doUpdateSet(({ ref }) => ({
        left_at: null,
        silent_since: ref('excluded.silent_since'),
      })),
    )
    .execute();
}

/** Marks some devices as back in all their outages. */
export async function leaveOutages(db: Db, deviceIds: number[], now: number): Promise<void> {
  await db
    .updateTable('outage_devices')
    .set({ left_at: now })
    .where('device_id', 'in', deviceIds)
    .where('left_at', 'is', null)
    .execute();
}

/** Counts the silent devices of each outage, and finds when the last one came back. */
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

export async function findStragglers(db: Db, incidentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('outage_devices')
    .select('device_id')
    .where('incident_id', '=', incidentId)
    .where('left_at', 'is', null)
    .execute();
  return rows.map(({ device_id }) => device_id);
}

/** Counts for each of some outages how many of some devices it includes. */
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

/** @returns the ids of its devices. */
export async function deleteOutageDevices(db: Db, incidentId: number): Promise<number[]> {
  const rows = await db
    .deleteFrom('outage_devices')
    .where('incident_id', '=', incidentId)
    .returning('device_id')
    .execute();
  return rows.map(({ device_id }) => device_id);
}

/** Removes a device that no longer exists from its outages. */
export async function deleteOutagesOfDevice(db: Db, deviceId: number): Promise<void> {
  await db.deleteFrom('outage_devices').where('device_id', '=', deviceId).execute();
}
