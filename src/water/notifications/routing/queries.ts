import { type Selectable, sql } from 'kysely';
import type { Language } from '../../../accounts/language.ts';
import type { Db, PageAfter } from '../../../db/db.ts';
import type { IncidentRecipientsTable } from '../../../db/tables/notification-tables.ts';
import { devicesSeenBy } from '../../access.ts';
import type { Incident } from '../../incidents/queries.ts';
import type { RowKey } from '../../row-key.ts';
import { tankName } from '../../tank-name.ts';

export type RecipientRow = Selectable<IncidentRecipientsTable>;

/** Keeps a statement far below the 32,766 parameters that SQLite takes. */
const chunk = 1000;

export type IncidentKey = { device_id: number; id: number };

/** Finds a page of the incidents that wait for their recipients (`incidents/unrouted.ts`), in the order of their keys. */
export async function findUnrouted(
  db: Db,
  { after, limit }: { after: IncidentKey | undefined; limit: number },
): Promise<IncidentKey[]> {
  return await db
    .selectFrom('incidents')
    .select(['device_id', 'id'])
    .where('routed_at', 'is', null)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('device_id', 'id'), '>', tuple(after?.device_id ?? 0, after?.id ?? 0)),
      ),
    )
    .orderBy('device_id')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Marks those of some incidents routed that are not yet. @returns them as they now are. */
export async function markRouted(trx: Db, keys: IncidentKey[], now: number): Promise<Incident[]> {
  return await trx
    .updateTable('incidents')
    .set({ routed_at: now })
    .where('device_id', 'in', [...new Set(keys.map(({ device_id }) => device_id))])
    .where(
      'id',
      'in',
      keys.map(({ id }) => id),
    )
    .where('routed_at', 'is', null)
    .returningAll()
    .execute();
}

/**
 * Adds recipients; existing ones are decided on again, at the earlier of both times. A recipient of a later
 * step who was not notified, since the incident was acknowledged or over by then, waits again.
 */
export async function addRecipients(trx: Db, rows: RecipientRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += chunk) {
    await trx
      .insertInto('incident_recipients')
      .values(rows.slice(start, start + chunk))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'device_id', 'incident_id']).doUpdateSet({
          decide_at: sql`case when incident_recipients.decide_at < excluded.decide_at
            then incident_recipients.decide_at else excluded.decide_at end`,
          not_before: sql`case when incident_recipients.not_before < excluded.not_before
              and incident_recipients.not_before > excluded.created_at
            then incident_recipients.not_before else excluded.not_before end`,
        }),
      )
      .execute();
  }
}

/** Limits of what is due; instants after `ahead` come from a clock that was wrong and are due at once. */
type Due = { until: number; ahead: number };

const isDue = ({ until, ahead }: Due) =>
  sql<boolean>`decide_at is not null and (decide_at <= ${until} or decide_at > ${ahead})`;

/** Finds a page of the people who have something due, in the order of their ids. */
export async function findPeopleToDecide(
  db: Db,
  due: Due,
  { after, limit }: PageAfter,
): Promise<number[]> {
  const rows = await db
    .selectFrom('incident_recipients')
    .select('user_id')
    .distinct()
    .where('user_id', '>', after)
    .where(isDue(due))
    .orderBy('user_id')
    .limit(limit)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Takes what is due of a person, so that no other process decides on it, too. */
export async function takeToDecide(
  trx: Db,
  userId: number,
  due: Due,
  limit: number,
): Promise<RecipientRow[]> {
  const { rows } = await sql<RecipientRow>`
    update incident_recipients set decide_at = null
    where user_id = ${userId} and ${isDue(due)} and (device_id, incident_id) in (
      select device_id, incident_id from incident_recipients
      where user_id = ${userId} and ${isDue(due)} order by decide_at limit ${limit})
    returning *`.execute(trx);
  return rows;
}

/** Finds the keys of the outages among some incidents, once for each of their devices. */
export async function findOutageKeys(db: Db, incidentIds: number[]): Promise<RowKey[]> {
  return await db
    .selectFrom('outage_devices')
    .select(['incident_device_id as deviceId', 'incident_id as id'])
    .where('incident_id', 'in', incidentIds)
    .execute();
}

export async function findSeenDevices(
  db: Db,
  userId: number,
  deviceIds: number[],
): Promise<Set<number>> {
  if (deviceIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('device_roles')
    .select('device_id')
    .where('user_id', '=', userId)
    .where('device_id', 'in', deviceIds)
    .execute();
  return new Set(rows.map(({ device_id }) => device_id));
}

export async function saveRecipients(trx: Db, rows: RecipientRow[]): Promise<void> {
  for (let start = 0; start < rows.length; start += chunk) {
    await trx
      .insertInto('incident_recipients')
      .values(rows.slice(start, start + chunk))
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'device_id', 'incident_id']).doUpdateSet(({ ref }) => ({
          messages: ref('excluded.messages'),
          told_severity: ref('excluded.told_severity'),
          told_raised_at: ref('excluded.told_raised_at'),
          told_resolved: ref('excluded.told_resolved'),
          is_held: ref('excluded.is_held'),
          decide_at: ref('excluded.decide_at'),
        })),
      )
      .execute();
  }
}

/** What a person calls a device, and whether it has no second sensor that a sentence would have to name. */
export type CalledDevice = { device: string; isOnlySensor: boolean };

/** Finds what a person calls some devices, in the person's language. */
export async function findDeviceNames(
  db: Db,
  { userId, language }: { userId: number; language: Language },
  deviceIds: number[],
): Promise<Map<number, CalledDevice>> {
  const several = await findWithSeveralSensors(db, deviceIds);
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'name', 'mac_or_serial', 'owner_id'])
    .where('id', 'in', deviceIds)
    .execute();
  const hasNameless = rows.some(({ name }) => name === null);
  const isAlone = !hasNameless || !(await hasSeveralNameless(db, userId));
  return new Map(
    rows.map(({ id, name, mac_or_serial, owner_id }) => [
      id,
      {
        device: tankName({ name, macOrSerial: mac_or_serial }, language, {
          isAlone,
          isOwn: owner_id === userId,
        }),
        isOnlySensor: !several.has(id),
      },
    ]),
  );
}

async function findWithSeveralSensors(db: Db, deviceIds: number[]): Promise<Set<number>> {
  const rows = await db
    .selectFrom('sensors')
    .select('device_id')
    .where('device_id', 'in', deviceIds)
    .groupBy('device_id')
    .having(({ fn }) => fn.countAll(), '>', 1)
    .execute();
  return new Set(rows.map(({ device_id }) => device_id));
}

async function hasSeveralNameless(db: Db, userId: number): Promise<boolean> {
  const rows = await devicesSeenBy(db, { userId })
    .select('d.id')
    .where('d.name', 'is', null)
    .limit(2)
    .execute();
  return rows.length > 1;
}

/** @returns the number of deleted recipients from before an instant, at most `limit`. */
export async function deleteOldRecipients(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from incident_recipients where created_at < ${before}
      and (user_id, device_id, incident_id) in (
        select user_id, device_id, incident_id from incident_recipients
        where created_at < ${before} order by created_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
