import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { PasswordResetsTable } from '../../db/tables/account-tables.ts';
import { latestEnd } from '../../kit/time/elapsed.ts';
import type { User } from '../queries.ts';

type Reset = Selectable<PasswordResetsTable>;

/** Stores a reset in place of an earlier one of the same user, whose token ends with that. */
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

export async function findUserByReset(
  db: Db,
  tokenHash: string,
  now: number,
): Promise<User | undefined> {
  return await db
    .selectFrom('password_resets')
    .innerJoin('users', 'users.id', 'password_resets.user_id')
    .selectAll('users')
    .where('password_resets.token_hash', '=', tokenHash)
    .where('password_resets.expires_at', '>', now)
    .executeTakeFirst();
}

/** End of the open reset of a user; undefined without one. */
export async function findResetExpiry(db: Db, userId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('password_resets')
    .select('expires_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.expires_at;
}

/** Claims a reset: of several concurrent tries, one gets true. */
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

export async function deleteExpiredResets(db: Db, now: number): Promise<void> {
  await db.deleteFrom('password_resets').where('expires_at', '<=', now).execute();
}

/** Ends resets in `lifeMs` that end later than any can. */
export async function shortenResets(
  db: Db,
  { now, lifeMs }: { now: number; lifeMs: number },
): Promise<void> {
  await db
    .updateTable('password_resets')
    .set({ expires_at: now + lifeMs })
    .where('expires_at', '>', latestEnd(now, lifeMs))
    .execute();
}
