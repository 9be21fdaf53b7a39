import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { IncidentsTable } from '../../db/tables/incident-tables.ts';
import { devicesSeenBy, type Viewer } from '../access.ts';
import type { Severity } from '../fields.ts';
import { deviceIdsOf, idsOf, type RowKey } from '../row-key.ts';
import { incidentsAsReadBy, readAt, unreadIncidentsOf } from './read-state.ts';

export type Incident = Selectable<IncidentsTable>;

/** Incident for a person, with the instant at which the person read it as it now stands. */
export type ReadIncident = Incident & { read_at: number | null };

type Selection = { before: number; limit: number; severity: Severity | undefined };

/** Finds incidents of a device, newest first, from before the one with id `before`. */
export async function findIncidents(
  db: Db,
  userId: number,
  { deviceId, before, limit, severity }: Selection & { deviceId: number },
): Promise<ReadIncident[]> {
  let query = incidentsAsReadBy(db, userId)
    .selectAll('i')
    .select(readAt.as('read_at'))
    .where('i.device_id', '=', deviceId)
    .where('i.id', '<', before);
  if (severity) query = query.where('i.severity', '=', severity);
  return await query.orderBy('i.id', 'desc').limit(limit).execute();
}

type PersonsSelection = Selection & { deviceId: number | undefined };

/** Finds incidents of all devices that a person may see, or of one of them, newest first. */
export async function findIncidentsSeenBy(
  db: Db,
  userId: number,
  { before, limit, severity, deviceId }: PersonsSelection,
): Promise<ReadIncident[]> {
  let query = incidentsAsReadBy(db, userId)
    .innerJoin('device_roles as p', 'p.device_id', 'i.device_id')
    .selectAll('i')
    .select(readAt.as('read_at'))
    .where('p.user_id', '=', userId)
    .where('i.id', '<', before);
  if (deviceId !== undefined) query = query.where('p.device_id', '=', deviceId);
  if (severity) query = query.where('i.severity', '=', severity);
  return await query.orderBy('i.id', 'desc').limit(limit).execute();
}

/** Finds those of them that the person has not read. */
export async function findUnreadSeenBy(
  db: Db,
  userId: number,
  { before, limit, severity, deviceId }: PersonsSelection,
): Promise<ReadIncident[]> {
  let query = unreadIncidentsOf(db, userId)
    .selectAll('i')
    .select(sql.lit(null).$castTo<number | null>().as('read_at'))
    .where('i.id', '<', before);
  if (deviceId !== undefined) query = query.where('p.device_id', '=', deviceId);
  if (severity) query = query.where('i.severity', '=', severity);
  return await query.orderBy('i.id', 'desc').limit(limit).execute();
}

/** Finds those of some incidents that still exist, in the order of their ids. */
export async function findIncidentsByKey(db: Db, keys: RowKey[]): Promise<Incident[]> {
  if (keys.length === 0) return [];
  return await db
    .selectFrom('incidents')
    .selectAll()
    .where('device_id', 'in', deviceIdsOf(keys))
    .where('id', 'in', idsOf(keys))
    .orderBy('id')
    .execute();
}

/** Finds those of some incidents that still exist, with the person's reads of them. */
export async function findReadIncidents(
  db: Db,
  userId: number,
  keys: RowKey[],
): Promise<ReadIncident[]> {
  if (keys.length === 0) return [];
  return await incidentsAsReadBy(db, userId)
    .selectAll('i')
    .select(readAt.as('read_at'))
    .where('i.device_id', 'in', deviceIdsOf(keys))
    .where('i.id', 'in', idsOf(keys))
    .orderBy('i.id')
    .execute();
}

/** Finds an incident of a device that the viewer may see, with the person's role there. */
export async function findIncidentSeenBy(db: Db, viewer: Viewer, id: number) {
  return await devicesSeenBy(db, viewer)
    .innerJoin('incidents as i', 'i.device_id', 'd.id')
    .select(['i.id', 'i.device_id', 'i.kind', 'p.role'])
    .where('i.id', '=', id)
    .executeTakeFirst();
}

/** Counts a person's unread incidents for each of some devices that has any. */
export async function countUnread(
  db: Db,
  { userId, program, first, last }: Viewer & { first: number; last: number },
) {
  const only = program?.deviceIds;
  return await unreadIncidentsOf(db, userId)
    .$if(only !== undefined, (unread) => unread.where('p.device_id', 'in', only ?? []))
    .select(({ fn }) => ['i.device_id', fn.countAll<number>().as('count')])
    .where('p.device_id', '>=', first)
    .where('p.device_id', '<=', last)
    .groupBy('i.device_id')
    .execute();
}

export async function insertIncident(
  db: Db,
  incident: Insertable<IncidentsTable>,
): Promise<Incident> {
  return await db.insertInto('incidents').values(incident).returningAll().executeTakeFirstOrThrow();
}

export async function insertIncidents(
  db: Db,
  incidents: Insertable<IncidentsTable>[],
): Promise<Incident[]> {
  return await db.insertInto('incidents').values(incidents).returningAll().execute();
}

/** Snoozes an incident. @returns undefined where it is gone. */
export async function snooze(
  db: Db,
  { deviceId, id }: RowKey,
  until: number,
): Promise<Incident | undefined> {
  return await db
    .updateTable('incidents')
    .set({ snoozed_until: until })
    .where('device_id', '=', deviceId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** @returns true if it still existed. */
export async function deleteIncident(
  trx: Db,
  { device_id, id }: Pick<Incident, 'device_id' | 'id'>,
): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('incidents')
    .where('device_id', '=', device_id)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
