import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { SmsQuestionsTable } from '../../db/tables/notification-tables.ts';
import { devicesSeenBy } from '../access.ts';
import { isUnacknowledged } from '../incidents/acknowledge-incidents.ts';
import type { Incident } from '../incidents/queries.ts';

/** Person who asks, and the account whose SMS service passed the message on. */
export type Asker = { personId: number; accountId: number };

/** Number of a person: the row of `notification_targets`. */
type Claim = { targetId: number; personId: number };

type Caller = { phone: string; accountId: number };

/**
 * Selects the claims of a phone by people who have a role at one of the account's devices, and by the
 * account's own person, the most powerful first. At each device the lesser of the two roles counts.
 */
function claimsOf(db: Db, { phone, accountId }: Caller) {
  return db
    .selectFrom('notification_targets as t')
    .leftJoin('device_roles as p', 'p.user_id', 't.user_id')
    .leftJoin('device_roles as a', (join) =>
      join.onRef('a.device_id', '=', 'p.device_id').on('a.user_id', '=', accountId),
    )
    .select(['t.id as targetId', 't.user_id as personId'])
    .where('t.channel', '=', 'sms')
    .where('t.address', '=', phone)
    .where(({ or, eb }) => or([eb('a.device_id', 'is not', null), eb('t.user_id', '=', accountId)]))
    .groupBy(['t.id', 't.user_id'])
    .orderBy(sql`coalesce(max(case when p.role < a.role then p.role else a.role end), 0)`, 'desc')
    .orderBy(sql`case when t.user_id = ${accountId} then 0 else 1 end`)
    .orderBy(sql`count(a.device_id)`, 'desc')
    .orderBy('t.id')
    .limit(1);
}

/**
 * Finds the person of a phone, as far as an account may speak for people: its own person, or one whom the
 * phone itself has named there; of several the most powerful.
 */
export async function findPersonOf(db: Db, caller: Caller): Promise<number | undefined> {
  const row = await claimsOf(db, caller)
    .where(({ or, eb, exists, selectFrom }) =>
      or([
        eb('t.user_id', '=', caller.accountId),
        exists(
          selectFrom('phone_words as w')
            .select('w.target_id')
            .whereRef('w.target_id', '=', 't.id')
            .where('w.account_id', '=', caller.accountId),
        ),
      ]),
    )
    .executeTakeFirst();
  return row?.personId;
}

/** Finds a person's claim of a phone, even if the phone has not named the person yet. */
export async function findClaim(
  db: Db,
  caller: Caller & { personId: number },
): Promise<Claim | undefined> {
  return await claimsOf(db, caller).where('t.user_id', '=', caller.personId).executeTakeFirst();
}

/** Stores that a phone has named a person, and deletes the words on numbers that are gone. */
export async function putWord(
  trx: Db,
  word: { account_id: number; target_id: number; created_at: number },
): Promise<void> {
  await trx
    .deleteFrom('phone_words')
    .where('account_id', '=', word.account_id)
    .where('target_id', 'not in', ({ selectFrom }) =>
      selectFrom('notification_targets').select('id'),
    )
    .execute();
  await trx
    .insertInto('phone_words')
    .values(word)
    .onConflict((conflict) => conflict.columns(['target_id', 'account_id']).doNothing())
    .execute();
}

/** Most tanks of an answer: an installer's account has thousands, and the dashboard lists more. */
const mostTanks = 2000;

/** Finds the tanks that both a person and an account may see, with the role of each there. */
export async function findTankRows(db: Db, { personId, accountId }: Asker) {
  return await devicesSeenBy(db, { userId: personId })
    .innerJoin('device_roles as a', 'a.device_id', 'p.device_id')
    .innerJoin('device_status as t', 't.device_id', 'p.device_id')
    .innerJoin('sensors as s', 's.device_id', 't.device_id')
    .leftJoin('sensor_configs as c', (join) =>
      join.onRef('c.device_id', '=', 's.device_id').onRef('c.sensor_name', '=', 's.name'),
    )
    .select(['d.name as device_name', 'd.mac_or_serial', 't.last_seen_at', 't.silent_after_ms'])
    .select(['p.role as person_role', 'a.role as account_role'])
    .select(['s.device_id', 's.name as sensor_name', 's.level', 's.volume', 's.recorded_at'])
    .select(['s.filtered_level', 's.quality', 'c.capacity'])
    .select(['s.pump', 's.pump_state', 's.auto_on_below'])
    .where('a.user_id', '=', accountId)
    .orderBy('p.device_id')
    .orderBy('s.sensor_no')
    .limit(mostTanks)
    .execute();
}

/** Incident that waits for an acknowledgement. */
export type Waiting = Pick<Incident, 'device_id' | 'id' | 'kind' | 'sensor_name'>;

/**
 * Finds the open incidents that a person was notified of and nobody has acknowledged since they were raised, newest
 * first.
 */
export async function findWaitingIncidents(
  db: Db,
  personId: number,
  limit: number,
): Promise<Waiting[]> {
  return await db
    .selectFrom('incident_recipients as r')
    .innerJoin('incidents as i', (join) =>
      join.onRef('i.device_id', '=', 'r.device_id').onRef('i.id', '=', 'r.incident_id'),
    )
    .select(['i.device_id', 'i.id', 'i.kind', 'i.sensor_name'])
    .where('r.user_id', '=', personId)
    .where('r.told_raised_at', 'is not', null)
    .where('i.resolved_at', 'is', null)
    .where(isUnacknowledged)
    .orderBy('r.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit)
    .execute();
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

/**
 * Stores a question as answered, if the phone may ask one more. One statement counts and inserts, and the
 * account's row is locked before it, so that simultaneous questions cannot exceed the limit in any process. A
 * message that is not understood is answered once in that time: it may come from a machine that answers us.
 * @param since the instant from which earlier answers count.
 * @returns true if it was stored; false where it was answered already.
 */
export async function insertQuestion(
  trx: Db,
  { user_id, message_id, phone, asked, answer, created_at }: AskedQuestion,
  { since, most }: { since: number; most: number },
): Promise<boolean> {
  await trx
    .updateTable('notification_settings')
    .set({ user_id })
    .where('user_id', '=', user_id)
    .execute();
  const answered = sql`from sms_questions
    where user_id = ${user_id} and phone = ${phone} and created_at > ${since}`;
  const { rows } = await sql`
    insert into sms_questions (user_id, message_id, phone, asked, answer, created_at)
    select cast(${user_id} as bigint), cast(${message_id} as text), cast(${phone} as text),
      cast(${asked} as text), cast(${answer} as text), cast(${created_at} as bigint)
    where (select count(*) ${answered}) < ${most}
      and (cast(${asked} as text) <> 'unknown' or not exists (select 1 ${answered} and asked = 'unknown'))
    on conflict (user_id, message_id) do nothing
    returning message_id`.execute(trx);
  return rows.length > 0;
}

/** @returns the number of deleted questions. */
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
