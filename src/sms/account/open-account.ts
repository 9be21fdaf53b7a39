import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/clock.ts';
import { ensureAccount } from '../credits/credits.ts';
import { type Account, findAccount } from './queries.ts';

export type AccountDeps = {
  db: Database;
  clock: Clock;
  /** What a new account is given to begin with. */
  trialCredits: number;
};

/** Somebody's account with this service, which begins when it is first asked for. */
export async function openAccount(deps: AccountDeps, userId: number): Promise<Account> {
  const { db, clock, trialCredits } = deps;
  const known = await findAccount(db.read, userId);
  if (known) return known;
  return await db.transaction(async (trx) => {
    await ensureAccount(trx, { userId, trialCredits, now: clock() });
    const account = await findAccount(trx, userId);
    if (!account) throw new Error('an account that was just made is not there');
    return account;
  });
}
