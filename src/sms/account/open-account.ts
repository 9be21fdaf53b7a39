import { toNetworkKey } from '../../accounts/throttles/throttles.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { ensureAccount } from '../credits/credits.ts';
import { type Account, findAccount } from './queries.ts';

export type AccountDeps = {
  db: Database;
  clock: Clock;
  /** What a new account is given to begin with. */
  trialCredits: number;
  /** Most new accounts of an address and day that are given it. */
  trialsPerAddress: number;
};

/**
 * Somebody's account with this service, which begins when it is first asked for.
 * @param address from where it is asked for.
 */
export async function openAccount(
  deps: AccountDeps,
  userId: number,
  address: string,
): Promise<Account> {
  const { db, clock, trialCredits, trialsPerAddress } = deps;
  const known = await findAccount(db.read, userId);
  if (known) return known;
  const within = { networkKey: toNetworkKey(address), limit: trialsPerAddress };
  const trial = { credits: trialCredits, within };
  return await db.transaction(async (trx) => {
    await ensureAccount(trx, { userId, trial, now: clock() });
    const account = await findAccount(trx, userId);
    if (!account) throw new Error('an account that was just made is not there');
    return account;
  });
}
