import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { inSlices } from '../../kit/async/slices.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { balanceOf, chargeCredits, insufficientCredits } from '../credits/credits.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { type Answer, answerWithin } from '../idempotency/idempotency.ts';
import type { KeyedRequest } from '../idempotency/queries.ts';
import { insertJob } from '../jobs/queries.ts';
import type { PromotionRules } from '../promotions.ts';
import { insertRejections } from '../rejections/queries.ts';
import { accountSuspended, refuseSuspended } from '../suspension/refusal.ts';
import { describeSmartEncoding, type SmartEncoding } from '../text/smart-encoding.ts';
import type { Plan } from './plan-bulk.ts';
import { type Planned, planBulk } from './plan-request.ts';
import { insertJobMessages } from './queries.ts';
import type { BulkAnswer, BulkRequest, DryRunAnswer } from './schemas.ts';

export type BulkDeps = {
  db: Database;
  clock: Clock;
  dispatcher: Pick<Dispatcher, 'wake'>;
  validityMs: number;
  /** True if trial credits send to the simulator. */
  simulatesTrials: boolean;
  promotions: PromotionRules;
};

/**
 * Takes a bulk job in: the job, all its messages and their charge in one transaction, or nothing.
 * @throws 400 for what cannot be sent, 402 where there are not enough credits for all of it, 403 for a
 * suspended account.
 */
export async function sendBulk(
  deps: BulkDeps,
  { userId, keyId }: { userId: number; keyId: number | null },
  request: BulkRequest,
  keyed: KeyedRequest | undefined,
): Promise<Answer> {
  const now = deps.clock();
  const planned = await planBulk(deps, request, { userId, now, isDryRun: false });
  const answer = await deps.db.transaction((trx) =>
    answerWithin(trx, deps.db.engine, { keyed, now }, async () => ({
      status: 202,
      ...(await storeJob(trx, deps, { userId, keyId, request, now, ...planned })),
    })),
  );
  deps.dispatcher.wake();
  return answer;
}

/** Answers the figures of a bulk request and stores nothing. @throws 400 and 403 as the request would. */
export async function dryRun(
  deps: BulkDeps,
  userId: number,
  asked: BulkRequest,
): Promise<DryRunAnswer> {
  await refuseSuspended(deps.db.read, userId);
  const asking = { userId, now: deps.clock(), isDryRun: true };
  const { plan, body, isSmart, unknown } = await planBulk(deps, asked, asking);
  const smart = await describeTexts(body === '' ? plan.messages : [{ text: body }], isSmart);
  const credits = await balanceOf(deps.db.read, userId);
  return {
    success: true,
    dry_run: true,
    queued: plan.messages.length,
    duplicates: plan.duplicates,
    opted_out: plan.optedOut,
    ...presentRejected(plan),
    encoding: plan.encoding,
    segments: plan.segments,
    ...(smart && { smart_encoding: smart }),
    ...(unknown.length > 0 && { unknown_placeholders: unknown }),
    ...(plan.nameless > 0 && { without_name: plan.nameless }),
    cost: plan.messages.length,
    balance: credits?.balance ?? 0,
    message: 'Dry run: nothing was sent',
  };
}

/** Rejections that an answer lists; it counts all, and the job keeps all. */
const mostListed = 100;

function presentRejected({ rejected }: Plan) {
  return { rejected: rejected.slice(0, mostListed), rejected_count: rejected.length };
}

/** What smart encoding does to all texts together; undefined where it changes none. */
async function describeTexts(
  texts: readonly { text: string | null }[],
  isSmart: boolean,
): Promise<SmartEncoding | undefined> {
  const replaced = new Map<string, string>();
  let saved: number | undefined;
  await inSlices(texts, ({ text }) => {
    const one = describeSmartEncoding(text ?? '', isSmart);
    if (!one) return;
    for (const { from, to } of one.replaced) replaced.set(from, to);
    saved = (saved ?? 0) + one.segments_saved;
  });
  if (saved === undefined) return undefined;
  const listed = Array.from(replaced, ([from, to]) => ({ from, to }));
  return { applied: isSmart, replaced: listed, segments_saved: saved };
}

type NewJob = Planned & {
  userId: number;
  keyId: number | null;
  request: BulkRequest;
  now: number;
};

async function storeJob(
  trx: Db,
  { db, validityMs, simulatesTrials }: BulkDeps,
  { userId, keyId, request, class: messageClass, body, plan, scheduledAt, sender, now }: NewJob,
): Promise<{ body: BulkAnswer; lowBalance: number | null }> {
  const queued = plan.messages.length;
  const jobId = await insertJob(trx, {
    user_id: userId,
    campaign: request.campaign ?? null,
    class: messageClass,
    body,
    queued,
    scheduled_at: scheduledAt,
    created_at: now,
    rejected_count: plan.rejected.length,
    key_id: keyId,
  });
  const after = await chargeCredits(trx, { userId, credits: queued, jobId, now });
  if (!after) {
    const credits = await balanceOf(trx, userId);
    if (credits?.suspension) throw accountSuspended(credits.suspension);
    throw insufficientCredits(credits?.balance ?? 0, queued);
  }
  const dueAt = Math.max(now, scheduledAt ?? now);
  const simulated = after.isTrial && simulatesTrials;
  await insertJobMessages(trx, db.engine, plan.messages, {
    userId,
    jobId,
    class: messageClass,
    status: dueAt > now ? 'scheduled' : 'queued',
    scheduledAt,
    createdAt: now,
    dueAt,
    expiresAt: dueAt + validityMs,
    simulated,
    sender,
  });
  await insertRejections(trx, db.engine, plan.rejected, { userId, jobId });
  const answer: BulkAnswer = {
    success: true,
    job_id: jobId,
    queued,
    balance: after.balance,
    message: 'SMS queued',
    ...(simulated && { simulated }),
    ...presentRejected(plan),
    opted_out: plan.optedOut,
  };
  return { body: answer, lowBalance: after.lowBalance };
}
