import type { Selectable } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { PhoneCodesTable } from '../../db/tables/account-tables.ts';
import { latestEnd } from '../../kit/time/elapsed.ts';
import { minuteMs } from '../../kit/time/units.ts';
import type { PhonePurpose } from '../throttles/phone-throttles.ts';

type Row = Selectable<PhoneCodesTable>;
export type CodeOf = { userId: number; purpose: PhonePurpose };

/** Life of a code. */
export const codeMs = 10 * minuteMs;
/** A code of the last minute stays, so that nobody ends each one before it is typed. */
const leastBetweenMs = minuteMs;
export const mostTries = 5;

type NewCode = CodeOf & { phone: string; codeHash: string; now: number };

/** Stores a code in place of an earlier one. @returns false where that was sent to the same number within a minute. */
export async function putCode(
  db: Db,
  { userId, purpose, phone, codeHash, now }: NewCode,
): Promise<boolean> {
  const code = {
    phone,
    code_hash: codeHash,
    sent_at: now,
    expires_at: now + codeMs,
    tries_left: mostTries,
  };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('phone_codes')
    .values({ user_id: userId, purpose, ...code })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'purpose'])
        .doUpdateSet(code)
        .where(({ or, eb }) =>
          or([
            eb('phone_codes.sent_at', '<=', now - leastBetweenMs),
            eb('phone_codes.sent_at', '>', now),
            eb('phone_codes.phone', '!=', phone),
          ]),
        ),
    )
    .executeTakeFirst();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

/** Marks a code that did not go out, so that the next one need not wait. */
export async function markUnsent(db: Db, { userId, purpose }: CodeOf, codeHash: string) {
  await db
    .updateTable('phone_codes')
    .set({ sent_at: 0 })
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .execute();
}

/**
 * Takes one try of a code before it is compared: of guesses sent together, no more are judged than one may
 * make. @returns undefined where there is no code that is good.
 */
export async function claimTry(
  db: Db,
  { userId, purpose }: CodeOf,
  now: number,
): Promise<Pick<Row, 'phone' | 'code_hash'> | undefined> {
  return await db
    .updateTable('phone_codes')
    .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('tries_left', '>', 0)
    .where('expires_at', '>', now)
    .where('expires_at', '<=', latestEnd(now, codeMs))
    .returning(['phone', 'code_hash'])
    .executeTakeFirst();
}

/** Gives back the try of a right code, behind which a second step may still be wrong. */
export async function giveBackTry(db: Db, { userId, purpose }: CodeOf, codeHash: string) {
  await db
    .updateTable('phone_codes')
    .set((eb) => ({ tries_left: eb('tries_left', '+', 1) }))
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .execute();
}

/** Uses a code up: of several concurrent tries, one gets true. */
export async function takeCode(
  db: Db,
  { userId, purpose }: CodeOf,
  { codeHash, now }: { codeHash: string; now: number },
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('phone_codes')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteResetCodes(db: Db, userIds: number[]): Promise<void> {
  await db
    .deleteFrom('phone_codes')
    .where('user_id', 'in', userIds)
    .where('purpose', '=', 'reset')
    .execute();
}

/** Removes codes that have ended, and those of a clock that was ahead. */
export async function deleteExpiredCodes(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('phone_codes')
    .where(({ or, eb }) =>
      or([eb('expires_at', '<=', now), eb('expires_at', '>', latestEnd(now, codeMs))]),
    )
    .execute();
}
