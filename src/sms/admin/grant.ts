import { type Actor, enterAudit } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type Account, findAccount } from '../account/queries.ts';
import { ensureAccount, grantCredits } from '../credits/credits.ts';
import { type Answer, answerWithin } from '../idempotency/idempotency.ts';
import type { KeyedRequest } from '../idempotency/queries.ts';
import { presentGranted } from './schemas.ts';

type Deps = { db: Database; clock: Clock; trialCredits: number };

type Grant = { userId: number; credits: number; note: string | null; by: Actor };

/**
 * Credits an account, which begins with its trial credits where this is the first that happens to it.
 * @returns the account as it now is.
 */
export async function grant(deps: Deps, given: Grant): Promise<Account> {
  return await deps.db.transaction((trx) => grantWithin(trx, deps, given, deps.clock()));
}

/** Credits an account and keeps the answer to the request's key, both or neither. */
export async function grantOnce(
  deps: Deps,
  given: Grant,
  keyed: KeyedRequest | undefined,
): Promise<Answer> {
  const { db, clock } = deps;
  const now = clock();
  return await db.transaction((trx) =>
    answerWithin(trx, db.engine, { keyed, now }, async () => {
      const account = await grantWithin(trx, deps, given, now);
      return { status: 201, body: presentGranted(account, given) };
    }),
  );
}

async function grantWithin(
  trx: Db,
  { trialCredits }: Deps,
  { userId, credits, note, by }: Grant,
  now: number,
): Promise<Account> {
  await ensureAccount(trx, { userId, trial: { credits: trialCredits }, now });
  await grantCredits(trx, { userId, credits, note, now });
  await enterAudit(trx, { by, action: 'credits_granted', userId, facts: { credits, note }, now });
  const account = await findAccount(trx, userId);
  if (!account) throw new Error('an account that was just credited is not there');
  return account;
}
