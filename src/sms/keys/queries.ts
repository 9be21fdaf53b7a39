import type { Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { SmsKeysTable } from '../../db/sms-tables.ts';

export type Key = Omit<Selectable<SmsKeysTable>, 'key_hash'>;
export type NewKey = Pick<Key, 'user_id' | 'name' | 'prefix' | 'created_at'> & { key_hash: string };

const columns = [
  'id',
  'user_id',
  'name',
  'prefix',
  'created_at',
  'last_used_at',
  'revoked_at',
] as const;

/** How many keys of an account are good. */
export async function countKeys(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('sms_keys')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertKey(db: Db, key: NewKey): Promise<Key> {
  return await db.insertInto('sms_keys').values(key).returning(columns).executeTakeFirstOrThrow();
}

/** An account's good keys, newest first. */
export async function findKeys(db: Db, userId: number): Promise<Key[]> {
  return await db
    .selectFrom('sms_keys')
    .select(columns)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .orderBy('id', 'desc')
    .execute();
}

/** The good keys of any account that an operator may mean by an id, a prefix or the key's hash. */
export async function findKeysMeant(
  db: Db,
  { id, prefix, keyHash }: { id: number; prefix: string; keyHash: string },
): Promise<(Key & { email: string })[]> {
  return await db
    .selectFrom('sms_keys')
    .innerJoin('users', 'users.id', 'sms_keys.user_id')
    .select(columns.map((name) => `sms_keys.${name}` as const))
    .select('users.email')
    .where('revoked_at', 'is', null)
    .where((eb) =>
      eb.or([eb('sms_keys.id', '=', id), eb('prefix', '=', prefix), eb('key_hash', '=', keyHash)]),
    )
    .orderBy('sms_keys.id')
    .execute();
}

/** @returns the key as it was; undefined where the account has no such good key. */
export async function revokeKey(
  db: Db,
  userId: number,
  { id, now }: { id: number; now: number },
): Promise<Key | undefined> {
  return await db
    .updateTable('sms_keys')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning(columns)
    .executeTakeFirst();
}
