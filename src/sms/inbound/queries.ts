import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { SmsInboundTable } from '../../db/sms-tables.ts';

export type Inbound = Selectable<SmsInboundTable>;

const columns = [
  'id',
  'user_id',
  'provider',
  'ref',
  'from_phone',
  'to_number',
  'body',
  'received_at',
] as const;

/** Whose a sender id or short code is, in the form of `senderKey`. */
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
    .returning(columns)
    .executeTakeFirst();
}

/** An account's messages from phones, newest first, from before the one with id `before`. */
export async function findInbound(
  db: Db,
  userId: number,
  { before, limit }: { before: number; limit: number },
): Promise<Inbound[]> {
  return await db
    .selectFrom('sms_inbound')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
