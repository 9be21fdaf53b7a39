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
import { describeSmartEncoding, type SmartEncoding } from '../text/smart-encoding.ts';
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
 * @throws 400 for what cannot be sent, 402 where there are not enough credits for all of it.
 */
export async function sendBulk(
  deps: BulkDeps,
  userId: number,
  request: BulkRequest,
  keyed: KeyedRequest | undefined,
): Promise<Answer> {
  const now = deps.clock();
  const planned = await planBulk(deps, request, { userId, now, isDryRun: false });
  const answer = await deps.db.transaction((trx) =>
    answerWithin(trx, deps.db.engine, { keyed, now }, async () => ({
      status: 202,
      body: await storeJob(trx, deps, { userId, request, now, ...planned }),
    })),
  );
  deps.dispatcher.wake();
  return answer;
}

/** Answers the figures of a bulk request and stores nothing. @throws 400 as the request would. */
export async function dryRun(
  deps: BulkDeps,
  userId: number,
  asked: BulkRequest,
): Promise<DryRunAnswer> {
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
    rejected: plan.rejected,
    rejected_count: plan.rejectedCount,
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

type NewJob = Planned & { userId: number; request: BulkRequest; now: number };

async function storeJob(
  trx: Db,
  { db, validityMs, simulatesTrials }: BulkDeps,
  { userId, request, class: messageClass, body, plan, scheduledAt, sender, now }: NewJob,
): Promise<BulkAnswer> {
  const queued = plan.messages.length;
  const jobId = await insertJob(trx, {
    user_id: userId,
    campaign: request.campaign ?? null,
    class: messageClass,
    body,
    queued,
    scheduled_at: scheduledAt,
    created_at: now,
  });
  const after = await chargeCredits(trx, { userId, credits: queued, jobId, now });
  if (!after) {
    const credits = await balanceOf(trx, userId);
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
  return {
    success: true,
    job_id: jobId,
    queued,
    balance: after.balance,
    message: 'SMS queued',
    ...(simulated && { simulated }),
    rejected: plan.rejected,
    rejected_count: plan.rejectedCount,
    opted_out: plan.optedOut,
  };
}
