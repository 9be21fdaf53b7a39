import type { Selectable } from 'kysely';
import type { Db } from '../db/db.ts';
import type { UsersTable } from '../db/tables/account-tables.ts';

export type User = Selectable<UsersTable>;
/** Administrators see and credit every account of the SMS service. */
export type Role = 'user' | 'admin';
export type NewUser = Omit<
  User,
  'id' | 'role' | 'language' | 'language_chosen' | 'water_price' | 'phone'
>;

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  return await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function findUserByEmail(db: Db, emailKey: string): Promise<User | undefined> {
  return await db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

/** Finds the account that signs in by a number (`254XXXXXXXXX`). */
export async function findUserByPhone(db: Db, phone: string): Promise<User | undefined> {
  return await db.selectFrom('users').selectAll().where('phone', '=', phone).executeTakeFirst();
}

/** Every account, oldest first. */
export async function findUsers(db: Db): Promise<Pick<User, 'email' | 'role' | 'created_at'>[]> {
  return await db
    .selectFrom('users')
    .select(['email', 'role', 'created_at'])
    .orderBy('id')
    .execute();
}

/** Ids of the administrators, oldest first. */
export async function findAdminIds(db: Db): Promise<number[]> {
  const admins = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .orderBy('id')
    .execute();
  return admins.map(({ id }) => id);
}

/** @returns undefined where the e-mail has an account already. */
export async function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  return await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returningAll()
    .executeTakeFirst();
}

export async function updateUser(
  db: Db,
  id: number,
  changes: Partial<
    Pick<
      User,
      'full_name' | 'timezone' | 'password_hash' | 'language' | 'language_chosen' | 'water_price'
    >
  >,
): Promise<User | undefined> {
  return await db
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Undefined where the e-mail has no account. */
export async function updateRole(db: Db, emailKey: string, role: Role): Promise<User | undefined> {
  return await db
    .updateTable('users')
    .set({ role })
    .where('email_key', '=', emailKey)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Replaces the password hash if it still is `from`, and holds the row until the transaction ends: with `to`
 * the same, it checks that the password that was just verified is still the password.
 */
export async function replacePasswordHash(
  db: Db,
  id: number,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ password_hash: to })
    .where('id', '=', id)
    .where('password_hash', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/**
 * Holds the row of a user until the transaction ends, so that decisions about the account wait meanwhile.
 * Every transaction takes users first, then their resets, then their sessions.
 */
export async function holdUser(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((row) => ({ role: row.ref('role') }))
    .where('id', '=', id)
    .execute();
}
