import { type Insertable, type Selectable, type SqlBool, sql, type UpdateObject } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { IncidentsTable, Tables } from '../../db/tables/tables.ts';
import { mayOperate, maySee } from '../access.ts';
import type { Severity } from '../fields.ts';

export type Incident = Selectable<IncidentsTable>;

export const incidentColumns = [
  'id',
  'device_id',
  'sensor_name',
  'kind',
  'facts',
  'type',
  'severity',
  'source',
  'created_at',
  'raised_at',
  'resolved_at',
  'read_at',
  'acknowledged_at',
  'acknowledged_by',
  'snoozed_until',
  'routed_at',
] as const satisfies (keyof Incident)[];

/** An incident that has got worse, or come back, since it was read is unread again. */
export const isUnread = sql<SqlBool>`(read_at is null or read_at < raised_at)`;

type Selection = {
  before: number;
  limit: number;
  severity: Severity | undefined;
  unread: boolean;
};

/** Incidents of a device, newest first, from before the one with id `before`. */
export async function findIncidents(
  db: Db,
  deviceId: number,
  { before, limit, severity, unread }: Selection,
): Promise<Incident[]> {
  let query = db
    .selectFrom('incidents')
    .select(incidentColumns)
    .where('device_id', '=', deviceId)
    .where('id', '<', before);
  if (severity) query = query.where('severity', '=', severity);
  if (unread) query = query.where(isUnread);
  return await query.orderBy('id', 'desc').limit(limit).execute();
}

/** Incidents of all devices that a person may see, newest first. */
export async function findIncidentsSeenBy(
  db: Db,
  userId: number,
  { before, limit, severity, unread }: Selection,
): Promise<Incident[]> {
  let query = db
    .selectFrom('devices as d')
    .innerJoin('incidents as i', 'i.device_id', 'd.id')
    .selectAll('i')
    .where(maySee(userId))
    .where('i.id', '<', before);
  if (severity) query = query.where('i.severity', '=', severity);
  if (unread) query = query.where(isUnread);
  return await query.orderBy('i.id', 'desc').limit(limit).execute();
}

type RowKey = { deviceId: number; id: number };

/** Those of some incidents that are still there, in the order of their ids. */
export async function findIncidentsByKey(db: Db, keys: RowKey[]): Promise<Incident[]> {
  if (keys.length === 0) return [];
  return await db
    .selectFrom('incidents')
    .select(incidentColumns)
    .where(
      'device_id',
      'in',
      keys.map(({ deviceId }) => deviceId),
    )
    .where(
      'id',
      'in',
      keys.map(({ id }) => id),
    )
    .orderBy('id')
    .execute();
}

export async function countUnread(db: Db, deviceId: number): Promise<number> {
  const { count } = await db
    .selectFrom('incidents')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('device_id', '=', deviceId)
    .where(isUnread)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertIncident(
  db: Db,
  incident: Insertable<IncidentsTable>,
): Promise<Incident> {
  return await db
    .insertInto('incidents')
    .values(incident)
    .returning(incidentColumns)
    .executeTakeFirstOrThrow();
}

export async function insertIncidents(
  db: Db,
  incidents: Insertable<IncidentsTable>[],
): Promise<Incident[]> {
  return await db.insertInto('incidents').values(incidents).returning(incidentColumns).execute();
}

/** Notes that the incident of a sensor which has the kind and `created_at` is there again. */
export async function reopenIncident(
  db: Db,
  incident: Insertable<IncidentsTable>,
  isNews: boolean,
): Promise<Incident[]> {
  const { device_id, sensor_name, kind, created_at, severity, facts, raised_at } = incident;
  return await db
    .updateTable('incidents')
    .set({ severity, facts, resolved_at: null, routed_at: null, ...(isNews && { raised_at }) })
    .where('device_id', '=', device_id)
    .where('sensor_name', '=', sensor_name ?? '')
    .where('kind', '=', kind)
    .where('created_at', '=', created_at)
    .returning(incidentColumns)
    .execute();
}

/**
 * Marks an incident of a device that the person may operate read; one that was keeps its instant.
 * @returns undefined where there is no such incident.
 */
export async function markRead(
  db: Db,
  userId: number,
  { id, now }: { id: number; now: number },
): Promise<Incident | undefined> {
  return await changeIncident(db, userId, id, {
    read_at: sql<number>`case when ${isUnread} then ${now} else read_at end`,
  });
}

/**
 * Notes who takes an incident of a device that the person may operate upon himself. Whoever was first
 * stays, until it has got worse or come back.
 * @returns undefined where there is no such incident.
 */
export async function acknowledge(
  db: Db,
  userId: number,
  { id, now }: { id: number; now: number },
): Promise<Incident | undefined> {
  const isOpen = sql`acknowledged_at is null or acknowledged_at < raised_at`;
  return await changeIncident(db, userId, id, {
    acknowledged_at: sql<number>`case when ${isOpen} then ${now} else acknowledged_at end`,
    acknowledged_by: sql<number>`case when ${isOpen} then ${userId} else acknowledged_by end`,
  });
}

/** Lets an incident of a device that the person may operate rest. @returns as `acknowledge`. */
export async function snooze(
  db: Db,
  userId: number,
  { id, until }: { id: number; until: number },
): Promise<Incident | undefined> {
  return await changeIncident(db, userId, id, { snoozed_until: until });
}

async function changeIncident(
  db: Db,
  userId: number,
  id: number,
  changes: UpdateObject<Tables, 'incidents'>,
): Promise<Incident | undefined> {
  return await db
    .updateTable('incidents')
    .set(changes)
    .where('id', '=', id)
    .where('device_id', 'in', (eb) =>
      eb.selectFrom('devices').select('devices.id').where(mayOperate(userId)),
    )
    .returning(incidentColumns)
    .executeTakeFirst();
}

/** The id of the unread incident of a device at which `count` of them are passed, oldest first. */
export async function findUnreadAt(
  db: Db,
  deviceId: number,
  count: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('incidents')
    .select('id')
    .where('device_id', '=', deviceId)
    .where(isUnread)
    .orderBy('id')
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return row?.id;
}

/** @returns how many incidents up to the one with id `upTo` were unread until now. */
export async function markReadUpTo(
  db: Db,
  deviceId: number,
  { upTo, now }: { upTo: number; now: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('incidents')
    .set({ read_at: now })
    .where('device_id', '=', deviceId)
    .where(isUnread)
    .where('id', '<=', upTo)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** Marks some incidents read. @returns how many of them were unread until now. */
export async function markReadByKey(db: Db, keys: RowKey[], now: number): Promise<number> {
  if (keys.length === 0) return 0;
  const { numUpdatedRows } = await db
    .updateTable('incidents')
    .set({ read_at: now })
    .where(
      'device_id',
      'in',
      keys.map(({ deviceId }) => deviceId),
    )
    .where(
      'id',
      'in',
      keys.map(({ id }) => id),
    )
    .where(isUnread)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** @returns undefined where the person may not delete it. */
export async function deleteIncident(
  db: Db,
  userId: number,
  id: number,
): Promise<Pick<Incident, 'device_id' | 'kind'> | undefined> {
  return await db
    .deleteFrom('incidents')
    .where('id', '=', id)
    .where('device_id', 'in', (eb) =>
      eb.selectFrom('devices').select('devices.id').where(mayOperate(userId)),
    )
    .returning(['device_id', 'kind'])
    .executeTakeFirst();
}
