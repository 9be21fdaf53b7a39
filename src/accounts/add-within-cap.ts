import type { Transaction } from 'kysely';
import type { Database } from '../db/database.ts';
import type { Db } from '../db/db.ts';
import type { Tables } from '../db/tables/tables.ts';
import { failures } from '../kit/api/failures/api-error.ts';
import type { FailureCode } from '../kit/api/failures/failure-codes.ts';
import { holdUser } from './queries.ts';

/** Things of which an account has a limited number. */
export type Cap = {
  most: number;
  count: (db: Db, userId: number) => Promise<number>;
  /** The failure where there are as many already. */
  code: FailureCode;
  message: string;
};

/**
 * Refuses what there will be no room for, before anything is asked for that works only once.
 * @throws as `addWithinCap`.
 */
export async function requireRoom(
  db: Db,
  userId: number,
  { most, count, code, message }: Cap,
): Promise<void> {
  if ((await count(db, userId)) >= most) throw failures.conflict(code, message);
}

/**
 * Adds one more of what an account has only so many of. The account is held meanwhile, so that of
 * several that try at once no more come in than there is room for.
 * @throws 409 where there are as many as there may be.
 */
export async function addWithinCap<T>(
  db: Database,
  userId: number,
  cap: Cap,
  add: (trx: Transaction<Tables>) => Promise<T>,
): Promise<T> {
  return await db.transaction(async (trx) => {
    await holdUser(trx, userId);
    await requireRoom(trx, userId, cap);
    return await add(trx);
  });
}
