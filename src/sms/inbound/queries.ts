import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, PageBefore } from '../../db/db.ts';
import type { SmsInboundTable } from '../../db/tables/sms-event-tables.ts';
import { normalisePhone } from '../../kit/text/phone.ts';

export type Inbound = Selectable<SmsInboundTable>;

/** Finds the account of a sender id or short code, in the form of `senderKey`. */
export async function findSenderOwner(db: Db, sender: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('sms_senders')
    .select('user_id')
    .where('sender', '=', sender)
    .executeTakeFirst();
  return row?.user_id;
}

/** @returns undefined for a repeat: what has this provider and ref is stored already. */
export async function insertInbound(
  db: Db,
  inbound: Insertable<SmsInboundTable>,
): Promise<Inbound | undefined> {
  return await db
    .insertInto('sms_inbound')
    .values(inbound)
    .onConflict((conflict) => conflict.columns(['provider', 'ref']).doNothing())
    .returningAll()
    .executeTakeFirst();
}

type Age = { now: number; repeatMs: number };

/** A mark from the future was made before the clock went back. */
function isOver({ now, repeatMs }: Age) {
  const seenAt = sql.ref('sms_inbound_marks.seen_at');
  return sql<boolean>`(${seenAt} < ${now - repeatMs} or ${seenAt} > ${now + repeatMs})`;
}

/**
 * Marks a message as come.
 * @returns true if none with this mark has come lately.
 */
export async function markInbound(db: Db, { mark, ...age }: Age & { mark: string }) {
  const row = await db
    .insertInto('sms_inbound_marks')
    .values({ mark, seen_at: age.now })
    .onConflict((conflict) =>
      conflict.column('mark').doUpdateSet({ seen_at: age.now }).where(isOver(age)),
    )
    .returning('mark')
    .executeTakeFirst();
  return row !== undefined;
}

/** Forgets the marks that no longer make a message a repeat. */
export async function forgetInboundMarks(db: Db, age: Age): Promise<void> {
  await db.deleteFrom('sms_inbound_marks').where(isOver(age)).execute();
}

/** An account's messages from phones, newest first, from before the one with id `before`. */
export async function findInbound(
  db: Db,
  userId: number,
  { before, limit }: PageBefore,
): Promise<Inbound[]> {
  return await db
    .selectFrom('sms_inbound')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/**
 * A sender id, short code or number as it is compared: `+254711…` and `0711…` are one number, and a
 * sender id is the same in any case.
 */
export function senderKey(sender: string): string {
  return normalisePhone(sender) ?? sender.trim().replace(/^\+/, '').toUpperCase();
}
