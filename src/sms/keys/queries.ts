import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import type { SmsKeysTable } from '../../db/tables/sms-tables.ts';

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

/** Finds an account's good keys, newest first. */
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

export type KeyInUse = Pick<Key, 'id' | 'user_id' | 'last_used_at'> & {
  /** Null where its owner has no account with this service yet. */
  account_id: number | null;
};

export async function findKeyInUse(db: Db, keyHash: string): Promise<KeyInUse | undefined> {
  const [key] = await findKeyRows(db, { keyHash });
  return key;
}

/** Not a join: one with a parameter is planned anew by SQLite at each run, which takes thrice its time. */
const findKeyRows = prepare(({ keyHash }: { keyHash: string }, _engine, db) =>
  db
    .selectFrom('sms_keys')
    .select((eb) => [
      'id',
      'user_id',
      'last_used_at',
      eb
        .selectFrom('sms_accounts')
        .select('sms_accounts.user_id')
        .whereRef('sms_accounts.user_id', '=', 'sms_keys.user_id')
        .as('account_id'),
    ])
    .where('key_hash', '=', keyHash)
    .where('revoked_at', 'is', null),
);

export async function saveLastUse(db: Db, id: number, now: number): Promise<void> {
  await db.updateTable('sms_keys').set({ last_used_at: now }).where('id', '=', id).execute();
}

/**
 * Counts one more send of an account from the dashboard, as `countUse` does of a key. Ids of both begin
 * at 1, so an account has its window in the same table under the negative of its id.
 */
export async function countSend(
  db: Db,
  { id, ...minute }: { id: number; now: number; windowMs: number },
): Promise<{ count: number; started_at: number }> {
  return await countUse(db, { id: -id, ...minute });
}

/** Largest difference between the clocks of servers that share a database. */
const mostApartMs = 5000;

/**
 * Counts one more use of a key in its minute, for all processes; a minute begins with the first use
 * after the last one. One that is to begin only later was begun by a clock that was ahead, and is over.
 */
export async function countUse(
  db: Db,
  { id, now, windowMs }: { id: number; now: number; windowMs: number },
): Promise<{ count: number; started_at: number }> {
  const isOver = sql<boolean>`(sms_key_windows.started_at <= ${now - windowMs}
    or sms_key_windows.started_at > ${now + mostApartMs})`;
  return await db
    .insertInto('sms_key_windows')
    .values({ key_id: id, started_at: now, count: 1 })
    .onConflict((conflict) =>
      conflict.column('key_id').doUpdateSet((eb) => ({
        count: eb
          .case()
          .when(isOver)
          .then(1)
          .else(eb('sms_key_windows.count', '+', 1))
          .end(),
        started_at: eb
          .case()
          .when(isOver)
          .then(now)
          .else(eb.ref('sms_key_windows.started_at'))
          .end(),
      })),
    )
    .returning(['count', 'started_at'])
    .executeTakeFirstOrThrow();
}
