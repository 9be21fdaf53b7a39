import { toNetworkKey } from '../../accounts/throttles/keys.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { ensureAccount } from '../credits/credits.ts';
import { type Account, findAccount } from './queries.ts';

export type AccountDeps = {
  db: Database;
  clock: Clock;
  /** Credits of a new account. */
  trialCredits: number;
  /** Most new accounts of an address and day that get them. */
  trialsPerAddress: number;
};

/**
 * Finds a user's account with this service, or opens it at the first request.
 * @param address of the client that asks.
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
