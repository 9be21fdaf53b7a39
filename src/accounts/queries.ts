import type { Selectable } from 'kysely';
import type { PasswordResetsTable, SessionsTable, UsersTable } from '../db/account-tables.ts';
import type { Db } from '../db/db.ts';
import { prepare } from '../db/prepare.ts';
import { latestEnd } from '../kit/time/elapsed.ts';

export type User = Selectable<UsersTable>;
/** Administrators see and credit every account of the SMS service. */
export type Role = 'user' | 'admin';
export type NewUser = Omit<User, 'id' | 'role' | 'language'>;
export type Session = Selectable<SessionsTable>;
export type Reset = Selectable<PasswordResetsTable>;

const userColumns = [
  'id',
  'email',
  'email_key',
  'full_name',
  'timezone',
  'password_hash',
  'role',
  'language',
  'created_at',
] as const;

export async function findUser(db: Db, id: number): Promise<User | undefined> {
  return await db.selectFrom('users').select(userColumns).where('id', '=', id).executeTakeFirst();
}

export async function findUserByEmail(db: Db, emailKey: string): Promise<User | undefined> {
  return await db
    .selectFrom('users')
    .select(userColumns)
    .where('email_key', '=', emailKey)
    .executeTakeFirst();
}

/** Undefined where the e-mail has an account already. */
export async function insertUser(db: Db, user: NewUser): Promise<User | undefined> {
  return await db
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('email_key').doNothing())
    .returning(userColumns)
    .executeTakeFirst();
}

export async function updateUser(
  db: Db,
  id: number,
  changes: Partial<Pick<User, 'full_name' | 'timezone' | 'password_hash' | 'language'>>,
): Promise<User | undefined> {
  return await db
    .updateTable('users')
    .set(changes)
    .where('id', '=', id)
    .returning(userColumns)
    .executeTakeFirst();
}

/** Undefined where the e-mail has no account. */
export async function updateRole(db: Db, emailKey: string, role: Role): Promise<User | undefined> {
  return await db
    .updateTable('users')
    .set({ role })
    .where('email_key', '=', emailKey)
    .returning(userColumns)
    .executeTakeFirst();
}

/**
 * Sets the password hash where it still is `from`, and holds the row until the transaction ends:
 * with `to` the same, it asks whether the password that was just verified is still the password.
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
 * Holds the row of a user until the transaction ends, so that what is decided of the account meanwhile
 * waits. Every transaction takes users first, then their resets, then their sessions.
 */
export async function holdUser(trx: Db, id: number): Promise<void> {
  await trx
    .updateTable('users')
    .set((row) => ({ role: row.ref('role') }))
    .where('id', '=', id)
    .execute();
}

/** The session of a token, with what the guard must know of its user; none once it has expired. */
export async function findSession(db: Db, id: string, now: number) {
  const [session] = await findSessionRows(db, { id, now });
  return session;
}

// Asked at every request. Materialized, since SQLite would plan a join with parameters anew at each run.
const findSessionRows = prepare(({ id, now }: { id: string; now: number }, _engine, db) =>
  db
    .with(
      (cte) => cte('s').materialized(),
      (inner) =>
        inner
          .selectFrom('sessions')
          .select(['user_id', 'expires_at', 'last_seen_at'])
          .where('id', '=', id)
          .where('expires_at', '>', now),
    )
    .selectFrom('s')
    .innerJoin('users', 'users.id', 's.user_id')
    .select(['s.user_id', 's.expires_at', 's.last_seen_at', 'users.timezone', 'users.role']),
);

/** Those of the sessions that have neither ended nor expired. */
export async function findOpenSessions(
  db: Db,
  ids: string[],
  now: number,
): Promise<Pick<Session, 'id' | 'user_id'>[]> {
  if (ids.length === 0) return [];
  return await db
    .selectFrom('sessions')
    .select(['id', 'user_id'])
    .where('id', 'in', ids)
    .where('expires_at', '>', now)
    .execute();
}

export async function insertSession(db: Db, session: Session): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Those of a user that are still good, newest first. */
export async function findSessionsOfUser(
  db: Db,
  { userId, now, limit }: { userId: number; now: number; limit: number },
): Promise<Session[]> {
  return await db
    .selectFrom('sessions')
    .selectAll()
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Notes that a session was used, where nobody else has since. */
export async function updateLastSeen(
  db: Db,
  { id, from, to }: { id: string; from: number; to: number },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_seen_at: to })
    .where('id', '=', id)
    .where('last_seen_at', '=', from)
    .execute();
}

/** Ends a session of this user; false where they have none with this id that is still good. */
export async function deleteSession(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: string },
  now: number,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', '=', sessionId)
    .where('user_id', '=', userId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteSessionsOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** Ends every token of a user but one, and says of how many that were still good. */
export async function endOtherSessions(
  db: Db,
  { userId, sessionId }: { userId: number; sessionId: string },
  now: number,
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '!=', sessionId)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Takes the place of an earlier reset of the same user, whose token ends with that. */
export async function putReset(db: Db, reset: Reset): Promise<void> {
  await db
    .insertInto('password_resets')
    .values(reset)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ token_hash: reset.token_hash, expires_at: reset.expires_at }),
    )
    .execute();
}

/** The user whom an open reset belongs to. */
export async function findUserByReset(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<User | undefined> {
  return await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .select(userColumns.map((name) => `users.${name}` as const))
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.expires_at', '>', now)
    .executeTakeFirst();
}

/** Claims a reset: of several that try at once, one gets true. */
export async function takeReset(db: Db, tokenHash: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteResetOfUser(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('password_resets').where('user_id', '=', userId).execute();
}

/** Removes at most `limit` expired sessions and says how many there were. */
export async function deleteExpiredSessions(
  db: Db,
  { now, limit }: { now: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id', 'in', (expired) =>
      expired
        .selectFrom('sessions')
        .select('id')
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

export async function deleteExpiredResets(db: Db, now: number): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
}

type Life = { now: number; lifeMs: number };

/** Has sessions end in `lifeMs` that end later than any can. */
export async function shortenSessions(db: Db, { now, lifeMs }: Life): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: Math.floor((now + lifeMs) / 1000) * 1000 })
    .where('expires_at', '>', latestEnd(now, lifeMs))
    .execute();
}

/** Has resets end in `lifeMs` that end later than any can. */
export async function shortenResets(db: Db, { now, lifeMs }: Life): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ expires_at: now + lifeMs })
    .where('expires_at', '>', latestEnd(now, lifeMs))
    .execute();
}
