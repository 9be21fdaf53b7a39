import { sql } from 'kysely';
import type { Db } from '../../../db/db.ts';
import { leastRank } from '../../access.ts';
import type { RowKey } from '../../row-key.ts';
import type { Notification } from '../outbox/queries.ts';

/** Person who is, or is to be, notified of an incident. */
export type ToldPerson = {
  user_id: number;
  full_name: string | null;
  /** Rank of the person's highest role at a device that the reader manages. */
  role: number;
  /** Instant of the next decision; null while nothing has changed. */
  decide_at: number | null;
  /** Earliest instant of a notification. */
  not_before: number;
};

/** Most messages that are looked at; an incident has at most four for a person and channel. */
const mostMessages = 500;

/** Finds the recipients of an incident who have a role at one of its devices that the reader may manage. */
export async function findToldPeople(
  db: Db,
  readerId: number,
  { incident, deviceIds }: { incident: RowKey; deviceIds: number[] },
): Promise<ToldPerson[]> {
  return await db
    .selectFrom('device_roles as mine')
    .innerJoin('device_roles as p', 'p.device_id', 'mine.device_id')
    .innerJoin('users as u', 'u.id', 'p.user_id')
    .innerJoin('incident_recipients as r', 'r.user_id', 'p.user_id')
    .select(['r.user_id', 'u.full_name', 'r.decide_at', 'r.not_before'])
    .select(({ fn }) => fn.max('p.role').as('role'))
    .where('mine.user_id', '=', readerId)
    .where('mine.role', '>=', leastRank('manage'))
    .where('mine.device_id', 'in', deviceIds)
    .where('r.device_id', '=', incident.deviceId)
    .where('r.incident_id', '=', incident.id)
    .groupBy(['r.user_id', 'u.full_name', 'r.decide_at', 'r.not_before'])
    .orderBy('role', 'desc')
    .orderBy('r.user_id')
    .execute();
}

export async function findMessagesAbout(
  db: Db,
  { userIds, incidentId, since }: { userIds: number[]; incidentId: number; since: number },
): Promise<Notification[]> {
  if (userIds.length === 0) return [];
  return await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', 'in', userIds)
    .where('created_at', '>=', since)
    .where(sql<boolean>`body like ${`%"incident_id":${incidentId},%`}`)
    .orderBy('id')
    .limit(mostMessages)
    .execute();
}

export async function findDevicesOfOutage(db: Db, incidentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('outage_devices')
    .select('device_id')
    .where('incident_id', '=', incidentId)
    .execute();
  return rows.map(({ device_id }) => device_id);
}

export async function findFullName(db: Db, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('full_name')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.full_name ?? null;
}
