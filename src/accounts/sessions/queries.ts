import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import type { SessionsTable } from '../../db/tables/account-tables.ts';
import { latestEnd } from '../../kit/time/elapsed.ts';

export type Session = Selectable<SessionsTable>;

/** Session of a token, with the guard's data of its user; none once it has expired. */
export async function findSession(db: Db, id: string, now: number) {
  const [session] = await findSessionRows(db, { id, now });
  return session;
}

// Run at every request. Materialized, since SQLite would plan a join with parameters anew at each run.
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
    .select([
      's.user_id',
      's.expires_at',
      's.last_seen_at',
      'users.timezone',
      'users.language',
      'users.role',
    ]),
);

/** Finds those of the sessions that have neither ended nor expired. */
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

/** Valid sessions of a user, newest first. */
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

/** Stores that a session was used, unless another process has since. */
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

/** Ends a session of this user; false where they have no valid one with this id. */
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

/** Ends every token of a user but one; returns the number of valid ones. */
export async function deleteOtherSessions(
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

/** Removes at most `limit` expired sessions; returns their number. */
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

/** Ends sessions in `lifeMs` that end later than any can. */
export async function shortenSessions(
  db: Db,
  { now, lifeMs }: { now: number; lifeMs: number },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ expires_at: Math.floor((now + lifeMs) / 1000) * 1000 })
    .where('expires_at', '>', latestEnd(now, lifeMs))
    .execute();
}
