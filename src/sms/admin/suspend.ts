import { type Actor, enterAudit } from '../../accounts/audit/queries.ts';
import type { Notice } from '../../accounts/notices/notice-text.ts';
import type { Database } from '../../db/database.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { ensureAccount } from '../credits/credits.ts';
import { saveSuspension } from '../suspension/queries.ts';

type Deps = { db: Database; clock: Clock; trialCredits: number };

type Order = {
  userId: number;
  /** For the owner to read; undefined lets the account go again. */
  reason: string | undefined;
  by: Actor;
};

/**
 * Suspends an account: nothing of it is sent until it is let go again, and everything of it can be read. To
 * suspend it again with another reason changes the reason.
 * @returns the notice for its owner; undefined where nothing has changed.
 */
export async function suspend(
  { db, clock, trialCredits }: Deps,
  { userId, reason, by }: Order,
): Promise<Notice | undefined> {
  const now = clock();
  const isChanged = await db.transaction(async (trx) => {
    await ensureAccount(trx, { userId, trial: { credits: trialCredits }, now });
    const suspension = reason === undefined ? undefined : { since: now, reason };
    if (!(await saveSuspension(trx, userId, suspension))) return false;
    const action = suspension ? 'account_suspended' : 'account_resumed';
    const facts = suspension ? { reason: suspension.reason } : {};
    await enterAudit(trx, { by, action, userId, facts, now });
    return true;
  });
  if (!isChanged) return undefined;
  return reason === undefined ? { kind: 'SMS resumed' } : { kind: 'SMS suspended', reason };
}
