import { type Actor, enterAudit } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { ApiError } from '../../kit/api/failures/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { type Account, findAccount } from '../account/queries.ts';
import { balanceOf, ensureAccount, grantCredits, takeBackCredits } from '../credits/credits.ts';
import { type Answer, answerWithin } from '../idempotency/idempotency.ts';
import type { KeyedRequest } from '../idempotency/queries.ts';
import { presentGranted } from './schemas.ts';

type Deps = { db: Database; clock: Clock; trialCredits: number };

/** Below 0, `credits` are taken back. */
type Grant = { userId: number; credits: number; note: string | null; by: Actor };

/**
 * Credits an account, which begins with its trial credits where this is the first that happens to it; or
 * takes credits back.
 * @returns the account as it now is.
 * @throws ApiError 409 `credits_used` where fewer credits are unused than are to be taken back.
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
  if (credits > 0) await grantCredits(trx, { userId, credits, note, now });
  else await takeBack(trx, { userId, credits: -credits, note, now });
  const action = credits > 0 ? 'credits_granted' : 'credits_taken_back';
  await enterAudit(trx, { by, action, userId, facts: { credits: Math.abs(credits), note }, now });
  const account = await findAccount(trx, userId);
  if (!account) throw new Error('an account that was just credited is not there');
  return account;
}

async function takeBack(
  trx: Db,
  given: { userId: number; credits: number; note: string | null; now: number },
): Promise<void> {
  if (await takeBackCredits(trx, given)) return;
  const { balance = 0 } = (await balanceOf(trx, given.userId)) ?? {};
  const message = `Only ${balance} of the credits are unused; ${given.credits} cannot be taken back.`;
  throw new ApiError(409, 'credits_used', message, { body: { balance } });
}
