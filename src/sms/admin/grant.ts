import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { type Account, findAccount } from '../account/queries.ts';
import { ensureAccount, grantCredits } from '../credits/credits.ts';

type Deps = { db: Database; clock: Clock; trialCredits: number };

/**
 * Credits an account, which begins with its trial credits where this is the first that happens to it.
 * @returns the account as it now is.
 */
export async function grant(
  { db, clock, trialCredits }: Deps,
  { userId, credits, note }: { userId: number; credits: number; note: string | null },
): Promise<Account> {
  const now = clock();
  return await db.transaction(async (trx) => {
    await ensureAccount(trx, { userId, trialCredits, now });
    await grantCredits(trx, { userId, credits, note, now });
    const account = await findAccount(trx, userId);
    if (!account) throw new Error('an account that was just credited is not there');
    return account;
  });
}
