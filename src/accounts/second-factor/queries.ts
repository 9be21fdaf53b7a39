import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { SecondFactorsTable } from '../../db/tables/account-tables.ts';

export type SecondFactor = Selectable<SecondFactorsTable>;

export async function findSecondFactor(db: Db, userId: number): Promise<SecondFactor | undefined> {
  return await db
    .selectFrom('second_factors')
    .select(['user_id', 'sealed_secret', 'started_at', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Stores a second factor in place of one that was not confirmed; false where one is confirmed. */
export async function putSecondFactor(
  db: Db,
  factor: Omit<SecondFactor, 'confirmed_at'>,
): Promise<boolean> {
  const { sealed_secret, started_at } = factor;
  const row = await db
    .insertInto('second_factors')
    .values({ ...factor, confirmed_at: null })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed_secret, started_at })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

/** False where it is another one by now, or confirmed already. */
export async function confirmSecondFactor(
  db: Db,
  { user_id, sealed_secret }: SecondFactor,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ confirmed_at: now })
    .where('user_id', '=', user_id)
    .where('sealed_secret', '=', sealed_secret)
    .where('confirmed_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Deletes it with all that belongs to it; false where there was none. */
export async function deleteSecondFactor(db: Db, userId: number): Promise<boolean> {
  await db.deleteFrom('second_factor_uses').where('user_id', '=', userId).execute();
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  const { numDeletedRows } = await db
    .deleteFrom('second_factors')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Stores that the code of a step was used; false where it had been already. */
export async function insertUse(db: Db, userId: number, step: number): Promise<boolean> {
  const row = await db
    .insertInto('second_factor_uses')
    .values({ user_id: userId, step })
    .onConflict((conflict) => conflict.columns(['user_id', 'step']).doNothing())
    .returning('step')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteUsesBefore(db: Db, userId: number, step: number): Promise<void> {
  await db
    .deleteFrom('second_factor_uses')
    .where('user_id', '=', userId)
    .where('step', '<', step)
    .execute();
}

/** Replaces the recovery codes. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: number,
  hashes: string[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((row) => row.fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Uses up a recovery code; false where it is none, or was used. */
export async function takeRecoveryCode(db: Db, userId: number, hash: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('recovery_codes')
    .where('user_id', '=', userId)
    .where('code_hash', '=', hash)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}
