import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import { devicesSeenBy, rolesOf, type Viewer } from '../../access.ts';
import type { RowKey } from '../../row-key.ts';
import type { Facts } from '../kinds.ts';
import { findOutagePlaces } from './outage-places.ts';

export async function findOutagesBeside(db: Db, deviceId: number): Promise<RowKey[]> {
  const rows = await db
    .selectFrom('outage_devices')
    .select(['incident_id', 'incident_device_id'])
    .where('device_id', '=', deviceId)
    .where('incident_device_id', '<>', deviceId)
    .execute();
  return rows.map(({ incident_id, incident_device_id }) => ({
    deviceId: incident_device_id,
    id: incident_id,
  }));
}

/** Finds the outages of a device, also those whose incident is another's. */
export async function findOutagesOf(db: Db, deviceId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('outage_devices')
    .select('incident_id')
    .where('device_id', '=', deviceId)
    .execute();
  return rows.map(({ incident_id }) => incident_id);
}

/** Finds which of some devices each of some outages includes, in the order of their ids. */
export async function findOutageMembers(
  db: Db,
  incidentIds: number[],
  deviceIds: number[],
): Promise<Map<number, number[]>> {
  if (incidentIds.length === 0 || deviceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('outage_devices')
    .select(['incident_id', 'device_id'])
    .where('incident_id', 'in', incidentIds)
    .where('device_id', 'in', deviceIds)
    .orderBy('device_id')
    .execute();
  const members = Map.groupBy(rows, ({ incident_id }) => incident_id);
  return new Map(
    [...members].map(([id, devices]) => [id, devices.map(({ device_id }) => device_id)]),
  );
}

/** Finds the devices of some outages that a person may see: under each of them stands the outage. */
export async function findOutageDevicesSeenBy(
  db: Db,
  userId: number,
  incidentIds: number[],
): Promise<number[]> {
  if (incidentIds.length === 0) return [];
  const rows = await db
    .selectFrom('device_roles as p')
    .innerJoin('outage_devices as o', 'o.device_id', 'p.device_id')
    .select('o.device_id')
    .distinct()
    .where('p.user_id', '=', userId)
    .where('o.incident_id', 'in', incidentIds)
    .execute();
  return rows.map(({ device_id }) => device_id);
}

/**
 * Finds the outages that a person sees only through devices other than the one whose incident they are, each
 * with the first of these devices.
 */
export async function findOutagesOnlyBeside(db: Db, userId: number, before: number) {
  const rows = await outagesOnlyBeside(db, { userId })
    .select(({ fn }) => fn.min('o.device_id').as('listed_under'))
    .where('o.incident_id', '<', before)
    .groupBy(['o.incident_id', 'o.incident_device_id'])
    .execute();
  return rows.map(({ incident_id, incident_device_id, listed_under }) => ({
    deviceId: incident_device_id,
    id: incident_id,
    listed_under,
  }));
}

/** Finds one such outage of a viewer, with the device where the person has the highest role. */
export async function findOutageSeenBeside(db: Db, viewer: Viewer, id: number) {
  const row = await outagesOnlyBeside(db, viewer)
    .select(['o.device_id', 'p.role'])
    .where('o.incident_id', '=', id)
    .orderBy('p.role', 'desc')
    .orderBy('o.device_id')
    .limit(1)
    .executeTakeFirst();
  return (
    row && { id, device_id: row.incident_device_id, listedUnder: row.device_id, role: row.role }
  );
}

function outagesOnlyBeside(db: Db, viewer: Viewer) {
  const only = viewer.program?.deviceIds;
  return rolesOf(db, viewer)
    .innerJoin('outage_devices as o', 'o.device_id', 'p.device_id')
    .select(['o.incident_id', 'o.incident_device_id'])
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('device_roles as q')
            .select('q.device_id')
            .where('q.user_id', '=', viewer.userId)
            .$if(only !== undefined, (seen) => seen.where('q.device_id', 'in', only ?? []))
            .whereRef('q.device_id', '=', 'o.incident_device_id'),
        ),
      ),
    );
}

/** Finds the names of those devices of each outage that a viewer may see and that have one, in the order of their ids. */
export async function findOutageNames(
  db: Db,
  viewer: Viewer,
  { incidentIds, limit }: { incidentIds: number[]; limit: number },
): Promise<Map<number, string[]>> {
  const names = new Map<number, string[]>();
  for (const incidentId of new Set(incidentIds)) {
    const rows = await devicesSeenBy(db, viewer)
      .innerJoin('outage_devices as o', 'o.device_id', 'p.device_id')
      .select((eb) => eb.ref('d.name').$notNull().as('name'))
      .where('o.incident_id', '=', incidentId)
      .where('d.name', 'is not', null)
      .orderBy('p.device_id')
      .limit(limit)
      .execute();
    names.set(
      incidentId,
      rows.map(({ name }) => name),
    );
  }
  return names;
}

/** Finds the device under which a person sees each of some outages: its own, else the first of the others. */
export async function findOutagesSeenBy(
  db: Db,
  userId: number,
  incidentIds: number[],
): Promise<Map<number, number>> {
  if (incidentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('device_roles as p')
    .innerJoin('outage_devices as o', 'o.device_id', 'p.device_id')
    .select('o.incident_id')
    .select(({ fn }) => [
      fn.min('o.device_id').as('first'),
      fn
        .max(sql<number>`case when o.device_id = o.incident_device_id then o.device_id end`)
        .$castTo<number | null>()
        .as('own'),
    ])
    .where('p.user_id', '=', userId)
    .where('o.incident_id', 'in', incidentIds)
    .groupBy('o.incident_id')
    .execute();
  return new Map(rows.map(({ incident_id, first, own }) => [incident_id, own ?? first]));
}

/** Finds the people who may see a device of each outage, with their highest role at one. */
export async function findOutageRoles(db: Db, incidentIds: number[]) {
  if (incidentIds.length === 0) return [];
  return await db
    .selectFrom('outage_devices as o')
    .innerJoin('device_roles as p', 'p.device_id', 'o.device_id')
    .select(['o.incident_id', 'p.user_id'])
    .select(({ fn }) => fn.max('p.role').as('role'))
    .where('o.incident_id', 'in', incidentIds)
    .groupBy(['o.incident_id', 'p.user_id'])
    .execute();
}

/** Number of names that a message on a phone has room for. */
const mostNames = 5;

/**
 * Adds to outages the names and places of those devices that a viewer may see. The rows name none, since the people of
 * one device, and programs for it alone, need not know of the others.
 */
export async function nameOutages<Row extends { id: number; kind: string; facts: string }>(
  db: Db,
  viewer: Viewer,
  incidents: Row[],
): Promise<Row[]> {
  const ids = incidents.filter(({ kind }) => kind === 'outage').map(({ id }) => id);
  if (ids.length === 0) return incidents;
  const names = await findOutageNames(db, viewer, { incidentIds: ids, limit: mostNames });
  const places = await findOutagePlaces(db, viewer, ids);
  return incidents.map((incident) => {
    if (incident.kind !== 'outage') return incident;
    const facts: Facts['outage'] = JSON.parse(incident.facts);
    return {
      ...incident,
      facts: JSON.stringify({
        ...facts,
        names: names.get(incident.id) ?? [],
        ...places.get(incident.id),
      }),
    };
  });
}
