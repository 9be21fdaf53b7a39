import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { AlertsTable } from '../../db/tables/tables.ts';
import { mayOperate, maySee } from '../access.ts';
import type { Severity } from '../fields.ts';

export type Alert = Selectable<AlertsTable>;

const columns = [
  'id',
  'device_id',
  'sensor_name',
  'type',
  'severity',
  'message',
  'source',
  'created_at',
  'read_at',
] as const;

type Selection = { before: number; limit: number; severity: Severity | undefined };

/** Alerts of a device, newest first, from before the one with id `before`. */
export async function findAlerts(
  db: Db,
  deviceId: number,
  { before, limit, severity }: Selection,
): Promise<Alert[]> {
  let query = db
    .selectFrom('alerts')
    .select(columns)
    .where('device_id', '=', deviceId)
    .where('id', '<', before);
  if (severity) query = query.where('severity', '=', severity);
  return await query.orderBy('id', 'desc').limit(limit).execute();
}

type PersonsSelection = Selection & { deviceId: number | undefined; isUnread: boolean };

/** Alerts of all devices that a person may see, or of one of them, newest first. */
export async function findAlertsSeenBy(
  db: Db,
  userId: number,
  { before, limit, severity, deviceId, isUnread }: PersonsSelection,
): Promise<Alert[]> {
  let query = db
    .selectFrom('devices as d')
    .innerJoin('alerts as a', 'a.device_id', 'd.id')
    .selectAll('a')
    .where(maySee(userId))
    .where('a.id', '<', before);
  if (deviceId !== undefined) query = query.where('d.id', '=', deviceId);
  if (severity) query = query.where('a.severity', '=', severity);
  if (isUnread) query = query.where('a.read_at', 'is', null);
  return await query.orderBy('a.id', 'desc').limit(limit).execute();
}

type RowKey = { deviceId: number; id: number };

/** Those of some alerts that are still there, in the order of their ids. */
export async function findAlertsByKey(db: Db, keys: RowKey[]): Promise<Alert[]> {
  if (keys.length === 0) return [];
  return await db
    .selectFrom('alerts')
    .select(columns)
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
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('device_id', '=', deviceId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertAlert(db: Db, alert: Insertable<AlertsTable>): Promise<Alert> {
  return await db.insertInto('alerts').values(alert).returning(columns).executeTakeFirstOrThrow();
}

export async function insertAlerts(db: Db, alerts: Insertable<AlertsTable>[]): Promise<Alert[]> {
  return await db.insertInto('alerts').values(alerts).returning(columns).execute();
}

/**
 * Marks an alert of a device that the person may operate read; one that was keeps its instant.
 * @returns undefined where there is no such alert.
 */
export async function markRead(
  db: Db,
  userId: number,
  { id, now }: { id: number; now: number },
): Promise<Alert | undefined> {
  return await db
    .updateTable('alerts')
    .set((eb) => ({ read_at: eb.fn.coalesce('read_at', eb.val(now)) }))
    .where('id', '=', id)
    .where('device_id', 'in', (eb) =>
      eb.selectFrom('devices').select('devices.id').where(mayOperate(userId)),
    )
    .returning(columns)
    .executeTakeFirst();
}

/** The id of the unread alert of a device at which `count` of them are passed, oldest first. */
export async function findUnreadAt(
  db: Db,
  deviceId: number,
  count: number,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('alerts')
    .select('id')
    .where('device_id', '=', deviceId)
    .where('read_at', 'is', null)
    .orderBy('id')
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return row?.id;
}

/** @returns how many alerts up to the one with id `upTo` were unread until now. */
export async function markReadUpTo(
  db: Db,
  deviceId: number,
  { upTo, now }: { upTo: number; now: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ read_at: now })
    .where('device_id', '=', deviceId)
    .where('read_at', 'is', null)
    .where('id', '<=', upTo)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** @returns the alert's device, or undefined where the person may not delete it. */
export async function deleteAlert(db: Db, userId: number, id: number): Promise<number | undefined> {
  const row = await db
    .deleteFrom('alerts')
    .where('id', '=', id)
    .where('device_id', 'in', (eb) =>
      eb.selectFrom('devices').select('devices.id').where(mayOperate(userId)),
    )
    .returning('device_id')
    .executeTakeFirst();
  return row?.device_id;
}
