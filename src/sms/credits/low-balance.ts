import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';

/**
 * An account runs low at its `low_balance`. The statement that changes the balance notes the crossing, so
 * that each is noted once, whatever else happens; a loop tells it.
 */

/** Refunds that lift a balance by less do not end its being low: a message that fails is no top-up. */
const leastMargin = 5;

/** How a balance changes: a top-up ends its being low as soon as it is above, refunds once they are well above. */
type Change = 'falls' | 'is refunded' | 'is topped up';

/** Columns of an account after a change of its balance; to be set in the statement that makes it. */
export function lowAfter(change: Change, credits: number) {
  const isTopUp = change === 'is topped up';
  // The number is not known yet where a statement is prepared, so it cannot be negated.
  const balance =
    change === 'falls' ? sql`(quota - used - ${credits})` : sql`(quota - used + ${credits})`;
  const margin = isTopUp
    ? sql`0`
    : sql`(case when low_balance / 10 > ${leastMargin} then low_balance / 10 else ${leastMargin} end)`;
  const isBelow = sql`${balance} <= low_balance`;
  const staysLow = sql`(is_low = 1 and ${balance} <= low_balance + ${margin})`;
  const crosses = sql`(is_low = 0 and ${isBelow})`;
  return {
    is_low: sql<0 | 1>`case when ${isBelow} or ${staysLow} then 1 else 0 end`,
    low_untold: sql<0 | 1>`case when ${crosses} then 1 else low_untold end`,
    low_at: sql<number | null>`case when ${crosses} then ${balance} else low_at end`,
  };
}

/**
 * Sets the balance at which an account runs low; null for never. One that is low already was told of it; a
 * balance above the new one is low no more.
 */
export async function setLowBalance(
  db: Db,
  userId: number,
  threshold: number | null,
): Promise<void> {
  const isBelow = sql`quota - used <= cast(${threshold} as bigint)`;
  const crosses = sql`(is_low = 0 and ${isBelow})`;
  await db
    .updateTable('sms_accounts')
    .set({
      low_balance: threshold,
      is_low: sql<0 | 1>`case when ${isBelow} then 1 else 0 end`,
      low_untold:
        threshold === null ? 0 : sql<0 | 1>`case when ${crosses} then 1 else low_untold end`,
      low_at: sql<number | null>`case when ${crosses} then quota - used else low_at end`,
    })
    .where('user_id', '=', userId)
    .where(sql<boolean>`coalesce(low_balance, -1) != ${threshold ?? -1}`)
    .execute();
}

/** An account whose balance has fallen to what it has set, which is not told yet. */
export type Crossing = { user_id: number; low_balance: number; low_at: number };

/** Takes crossings that are to be told, so that nobody tells them again. */
export async function takeCrossings(trx: Db, limit: number): Promise<Crossing[]> {
  const rows = await trx
    .updateTable('sms_accounts')
    .set({ low_untold: 0 })
    .where('user_id', 'in', (untold) =>
      untold.selectFrom('sms_accounts').select('user_id').where('low_untold', '=', 1).limit(limit),
    )
    .where('low_untold', '=', 1)
    .returning(['user_id', 'low_balance', 'low_at'])
    .execute();
  return rows.map(({ user_id, low_balance, low_at }) => ({
    user_id,
    low_balance: low_balance ?? 0,
    low_at: low_at ?? 0,
  }));
}

/** Tells of a low balance in an answer, beside its body. */
export const lowBalanceHeader = 'low-balance';
