import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/** Since when an account is suspended, and the reason that its owner reads. */
export type Suspension = { since: number; reason: string };

type Columns = { suspended_at: number | null; suspended_reason: string | null };

export const suspensionColumns = ['suspended_at', 'suspended_reason'] as const;

/** Undefined for an account that is not suspended. */
export function suspensionOf(row: Partial<Columns> | undefined): Suspension | undefined {
  const since = row?.suspended_at ?? null;
  return since === null ? undefined : { since, reason: row?.suspended_reason ?? '' };
}

export async function findSuspension(db: Db, userId: number): Promise<Suspension | undefined> {
  const row = await db
    .selectFrom('sms_accounts')
    .select(suspensionColumns)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return suspensionOf(row);
}

/**
 * Suspends an account, or lets it go where there is no suspension.
 * @returns false where that changes nothing.
 */
export async function saveSuspension(
  db: Db,
  userId: number,
  suspension: Suspension | undefined,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sms_accounts')
    .set((eb) => ({
      // One that is suspended already keeps its beginning.
      suspended_at: suspension
        ? eb.fn.coalesce('suspended_at', eb.cast<number>(eb.val(suspension.since), 'bigint'))
        : null,
      suspended_reason: suspension?.reason ?? null,
    }))
    .where('user_id', '=', userId)
    .where(sql<boolean>`coalesce(suspended_reason, '') <> ${suspension?.reason ?? ''}`)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** True for a suspended account: the messages of one stay in the outbox. */
export function isSuspended(userId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`exists (
    select 1 from sms_accounts as held
    where held.user_id = ${userId} and held.suspended_at is not null
  )`;
}
