import type { Insertable, Selectable } from 'kysely';
import type { Db, PageAfter } from '../../db/db.ts';
import type { SmsGroupsTable } from '../../db/tables/sms-tables.ts';

export type GroupRow = Selectable<SmsGroupsTable>;
export type Group = GroupRow & { contact_count: number };

const columns = ['id', 'user_id', 'name', 'created_at'] as const;

export async function insertGroup(db: Db, group: Insertable<SmsGroupsTable>): Promise<GroupRow> {
  return await db
    .insertInto('sms_groups')
    .values(group)
    .returning(columns)
    .executeTakeFirstOrThrow();
}

export async function countGroups(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('sms_groups')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

function selectGroups(db: Db, userId: number) {
  return db
    .selectFrom('sms_groups')
    .select(columns.map((name) => `sms_groups.${name}` as const))
    .select((eb) =>
      eb
        .selectFrom('sms_contacts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .whereRef('sms_contacts.user_id', '=', 'sms_groups.user_id')
        .whereRef('sms_contacts.group_id', '=', 'sms_groups.id')
        .$asScalar()
        .$notNull()
        .as('contact_count'),
    )
    .where('sms_groups.user_id', '=', userId);
}

/** Finds an account's groups, oldest first, from after the one with id `after`. */
export async function findGroups(
  db: Db,
  userId: number,
  { after, limit }: PageAfter,
): Promise<Group[]> {
  return await selectGroups(db, userId)
    .where('sms_groups.id', '>', after)
    .orderBy('sms_groups.id')
    .limit(limit)
    .execute();
}

/** Undefined where the account has no such group. */
export async function findGroup(db: Db, userId: number, id: number): Promise<Group | undefined> {
  return await selectGroups(db, userId).where('sms_groups.id', '=', id).executeTakeFirst();
}

export async function renameGroup(
  db: Db,
  userId: number,
  { id, name }: { id: number; name: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sms_groups')
    .set({ name })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Holds a group until the transaction ends, so that no other one adds to it or removes it meanwhile.
 * @returns true if the account has such a group.
 */
export async function holdGroup(db: Db, userId: number, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sms_groups')
    .set(({ ref }) => ({ name: ref('name') }))
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteGroup(db: Db, userId: number, id: number): Promise<void> {
  await db.deleteFrom('sms_groups').where('user_id', '=', userId).where('id', '=', id).execute();
}
