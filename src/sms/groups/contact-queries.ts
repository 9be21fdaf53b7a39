import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { SmsContactsTable } from '../../db/tables/sms-tables.ts';

export type ContactRow = Selectable<SmsContactsTable>;
type OfGroup = { userId: number; groupId: number };

/** A group's contacts in the order of their numbers, from after the number `after`. */
export async function findContacts(
  db: Db,
  { userId, groupId }: OfGroup,
  { after, limit }: { after: string; limit: number },
): Promise<ContactRow[]> {
  return await db
    .selectFrom('sms_contacts')
    .selectAll()
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .where('phone', '>', after)
    .orderBy('phone')
    .limit(limit)
    .execute();
}

export async function countContacts(db: Db, { userId, groupId }: OfGroup): Promise<number> {
  const { count } = await db
    .selectFrom('sms_contacts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .executeTakeFirstOrThrow();
  return count;
}

/** Finds those of a few hundred numbers that are in the group already. */
export async function findKnownPhones(
  db: Db,
  { userId, groupId }: OfGroup,
  phones: string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('sms_contacts')
    .select('phone')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .where('phone', 'in', phones)
    .execute();
  return rows.map(({ phone }) => phone);
}

/** Adds a few hundred contacts; a known number gets its new name, where it comes with one. */
export async function putContacts(db: Db, contacts: Insertable<SmsContactsTable>[]): Promise<void> {
  await db
    .insertInto('sms_contacts')
    .values(contacts)
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'group_id', 'phone']).doUpdateSet((eb) => ({
        name: eb.fn.coalesce('excluded.name', 'sms_contacts.name'),
      })),
    )
    .execute();
}

/** @returns the contact as it was; undefined where the group has no such contact. */
export async function deleteContact(
  db: Db,
  { userId, groupId }: OfGroup,
  id: number,
): Promise<ContactRow | undefined> {
  return await db
    .deleteFrom('sms_contacts')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function deleteContacts(db: Db, { userId, groupId }: OfGroup): Promise<void> {
  await db
    .deleteFrom('sms_contacts')
    .where('user_id', '=', userId)
    .where('group_id', '=', groupId)
    .execute();
}
