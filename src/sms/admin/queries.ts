import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { SmsSendersTable } from '../../db/tables/sms-tables.ts';
import { suspensionColumns } from '../suspension/queries.ts';

export type AccountLine = {
  id: number;
  email: string;
  role: string;
  created_at: number;
  /** Null where the user has no account with this service yet. */
  quota: number | null;
  used: number | null;
  suspended_at: number | null;
  suspended_reason: string | null;
};

type Selection = { after: number; limit: number; emailStart: string | undefined };

/** Every user with their credits, oldest first, from after the one with id `after`. */
export async function findAccounts(
  db: Db,
  { after, limit, emailStart }: Selection,
): Promise<AccountLine[]> {
  let query = selectAccounts(db).where('users.id', '>', after);
  if (emailStart !== undefined) {
    const pattern = `${emailStart.replace(/[\\%_]/g, '\\$&')}%`;
    query = query.where(sql<boolean>`users.email_key like ${pattern} escape '\\'`);
  }
  return await query.orderBy('users.id').limit(limit).execute();
}

export async function findAccountLine(db: Db, userId: number): Promise<AccountLine | undefined> {
  return await selectAccounts(db).where('users.id', '=', userId).executeTakeFirst();
}

function selectAccounts(db: Db) {
  return db
    .selectFrom('users')
    .leftJoin('sms_accounts', 'sms_accounts.user_id', 'users.id')
    .select(['users.id', 'users.email', 'users.role', 'users.created_at', 'quota', 'used'])
    .select(suspensionColumns);
}

export async function findUserId(db: Db, emailKey: string): Promise<number | undefined> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
  return user?.id;
}

export type Sender = Selectable<SmsSendersTable> & { email: string };

const senderColumns = [
  'sms_senders.sender',
  'sms_senders.name',
  'sms_senders.user_id',
  'sms_senders.created_at',
  'sms_senders.class',
  'users.email',
] as const;

/** Finds all senders in their order, from after the sender `after`. */
export async function findSenders(
  db: Db,
  { after, limit }: { after: string; limit: number },
): Promise<Sender[]> {
  return await db
    .selectFrom('sms_senders')
    .innerJoin('users', 'users.id', 'sms_senders.user_id')
    .select(senderColumns)
    .where('sender', '>', after)
    .orderBy('sender')
    .limit(limit)
    .execute();
}

/** @param sender in the form of `senderKey`, as in the other queries. */
export async function findSender(db: Db, sender: string): Promise<Sender | undefined> {
  return await db
    .selectFrom('sms_senders')
    .innerJoin('users', 'users.id', 'sms_senders.user_id')
    .select(senderColumns)
    .where('sender', '=', sender)
    .executeTakeFirst();
}

/** @returns true if the sender was free. */
export async function insertSender(db: Db, sender: Selectable<SmsSendersTable>): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('sms_senders')
    .values(sender)
    .onConflict((conflict) => conflict.column('sender').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
}

/** Says which class a sender carries; null for both. */
export async function updateSenderClass(
  db: Db,
  { sender, class: carried }: Pick<Selectable<SmsSendersTable>, 'sender' | 'class'>,
): Promise<void> {
  await db
    .updateTable('sms_senders')
    .set({ class: carried })
    .where('sender', '=', sender)
    .execute();
}

export async function deleteSender(db: Db, sender: string): Promise<void> {
  await db.deleteFrom('sms_senders').where('sender', '=', sender).execute();
}
