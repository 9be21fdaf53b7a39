import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { SmsQuestionsTable } from '../../db/tables/notification-tables.ts';
import { devicesSeenBy } from '../access.ts';

/** Somebody who asks, and the account whose SMS service says so. */
export type Asker = { personId: number; accountId: number };

/**
 * Whose verified phone a message came from, as far as an account may speak for them: its own person, else
 * somebody who has a role at a device at which the account has one; of several the one who had it first.
 */
export async function findPersonOf(
  db: Db,
  { phone, accountId }: { phone: string; accountId: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('notification_targets as t')
    .select('t.user_id')
    .where('t.channel', '=', 'sms')
    .where('t.address', '=', phone)
    .where((eb) =>
      eb.or([
        eb('t.user_id', '=', accountId),
        eb.exists(
          eb
            .selectFrom('device_roles as p')
            .innerJoin('device_roles as a', 'a.device_id', 'p.device_id')
            .select('p.device_id')
            .whereRef('p.user_id', '=', 't.user_id')
            .where('a.user_id', '=', accountId),
        ),
      ]),
    )
    .orderBy(sql`case when t.user_id = ${accountId} then 0 else 1 end`)
    .orderBy('t.id')
    .limit(1)
    .executeTakeFirst();
  return row?.user_id;
}

/** An installer's account has thousands; whoever has more finds them in the dashboard. */
const mostTanks = 2000;

/** The tanks that both a person and an account may see, with the role of each there. */
export async function findTankRows(db: Db, { personId, accountId }: Asker) {
  return await devicesSeenBy(db, personId)
    .innerJoin('device_roles as a', 'a.device_id', 'p.device_id')
    .innerJoin('device_status as t', 't.device_id', 'p.device_id')
    .innerJoin('sensors as s', 's.device_id', 't.device_id')
    .select(['d.name as device_name', 'd.mac_or_serial', 't.last_seen_at'])
    .select(['p.role as person_role', 'a.role as account_role'])
    .select(['s.device_id', 's.name as sensor_name', 's.level', 's.volume', 's.recorded_at'])
    .select(['s.pump', 's.pump_state', 's.auto_on_below'])
    .where('a.user_id', '=', accountId)
    .orderBy('p.device_id')
    .orderBy('s.sensor_no')
    .limit(mostTanks)
    .execute();
}

/** Incidents of which a person was told, the newest first. */
export async function findToldIncidents(db: Db, personId: number, limit: number) {
  const rows = await db
    .selectFrom('incident_recipients')
    .select(['device_id', 'incident_id'])
    .where('user_id', '=', personId)
    .where('told_raised_at', 'is not', null)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ device_id, incident_id }) => ({ deviceId: device_id, id: incident_id }));
}

export type AskedQuestion = Selectable<SmsQuestionsTable>;

export async function findQuestion(
  db: Db,
  { accountId, messageId }: { accountId: number; messageId: string },
): Promise<AskedQuestion | undefined> {
  return await db
    .selectFrom('sms_questions')
    .selectAll()
    .where('user_id', '=', accountId)
    .where('message_id', '=', messageId)
    .executeTakeFirst();
}

/** The kinds of questions that an account has answered a phone since an instant. */
export async function findAnsweredSince(
  db: Db,
  { accountId, phone, since }: { accountId: number; phone: string; since: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('sms_questions')
    .select('asked')
    .where('user_id', '=', accountId)
    .where('phone', '=', phone)
    .where('created_at', '>', since)
    .execute();
  return rows.map(({ asked }) => asked);
}

/** @returns whether it was not there already. */
export async function insertQuestion(trx: Db, question: AskedQuestion): Promise<boolean> {
  const rows = await trx
    .insertInto('sms_questions')
    .values(question)
    .onConflict((conflict) => conflict.columns(['user_id', 'message_id']).doNothing())
    .returning('message_id')
    .execute();
  return rows.length > 0;
}

/** @returns how many it removed. */
export async function deleteOldQuestions(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from sms_questions where created_at < ${before} and (user_id, message_id) in (
      select user_id, message_id from sms_questions
      where created_at < ${before} order by created_at limit ${limit})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
