import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { FieldError } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { readOrigin } from '../account/read-origin.ts';
import { readSmartEncoding } from '../account/read-smart-encoding.ts';
import { balanceOf, chargeCredits, insufficientCredits } from '../credits/credits.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { type Answer, answerWithin } from '../idempotency/idempotency.ts';
import type { KeyedRequest } from '../idempotency/queries.ts';
import { insertJob } from '../jobs/queries.ts';
import { checkSegments, invalid, readSchedule, refuseWrong } from '../message-fields.ts';
import type { MessageClass } from '../message-states.ts';
import { findOptedOut } from '../opt-outs/queries.ts';
import { type PromotionRules, textOf } from '../promotions.ts';
import { describeSmartEncoding, encodingToSend } from '../text/smart-encoding.ts';
import { isPersonal } from './personalise.ts';
import { type Contact, type Plan, planForContacts, planForNumbers } from './plan-bulk.ts';
import { findRecipients, insertJobMessages } from './queries.ts';
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
  const planned = await planBulk(deps, userId, request, now);
  const answer = await deps.db.transaction((trx) =>
    answerWithin(trx, deps.db.engine, { keyed, now }, async () => ({
      status: 202,
      ...(await storeJob(trx, deps, { userId, now, ...planned })),
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
  const { plan, request } = await planBulk(deps, userId, asked, deps.clock());
  const smart = describeSmartEncoding(request.message, request.isSmart);
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
    cost: plan.messages.length,
    balance: credits?.balance ?? 0,
    message: 'Dry run: nothing was sent',
  };
}

/** A request with the class that it has, its text as it goes out, and whether that is by smart encoding. */
type SettledRequest = BulkRequest & { class: MessageClass; isSmart: boolean };

type Planned = {
  request: SettledRequest;
  plan: Plan;
  scheduledAt: number | null;
  sender: string | null;
};

async function planBulk(
  deps: BulkDeps,
  userId: number,
  asked: BulkRequest,
  now: number,
): Promise<Planned> {
  const errors: FieldError[] = [];
  const scheduledAt = readSchedule(asked.scheduled_at, now, errors);
  const field = recipientsField(asked, errors);
  const origin = await readOrigin(deps.db.read, userId, asked, errors);
  const message = textOf(asked.message, origin.class, deps.promotions);
  const isSame = field === 'to' || !isPersonal(message);
  const isSmart = await readSmartEncoding(deps.db.read, userId, { ...asked, message }, !isSame);
  if (isSame) checkSegments(encodingToSend(message, isSmart), errors);
  refuseWrong(errors);
  const request = { ...asked, class: origin.class, message, isSmart };
  const plan =
    field === 'to'
      ? await planNumbers(deps, userId, request)
      : await planGroup(deps, userId, request);
  if (plan.messages.length > 0) return { request, plan, scheduledAt, sender: origin.sender };
  throw invalid(field, plan.optedOut > 0 ? fault('allOptedOut') : nobody[field]);
}

const nobody = {
  to: fault('nobody'),
  group_id: fault('nobodyInGroup'),
} as const;

/**
 * Returns the field that names the recipients; adds to `errors` where both or neither of `to` and
 * `group_id` are given.
 */
function recipientsField({ to, group_id }: BulkRequest, errors: FieldError[]): 'to' | 'group_id' {
  const isList = to !== undefined && to !== null;
  const isGroup = group_id !== undefined && group_id !== null;
  if (isList === isGroup) {
    const message = isList ? fault('eitherOr') : fault('oneOfBoth');
    for (const field of ['to', 'group_id']) errors.push({ field, message });
  }
  return isGroup ? 'group_id' : 'to';
}

async function planNumbers(deps: BulkDeps, userId: number, request: SettledRequest): Promise<Plan> {
  const entries = request.to ?? [];
  const phones = isPromotional(request)
    ? entries.flatMap((each) => normalisePhone(each) ?? [])
    : [];
  const optedOut = await findOptedOutOf(deps, userId, phones);
  return await planForNumbers(
    entries,
    { text: request.message, isSmart: request.isSmart },
    optedOut,
  );
}

async function planGroup(deps: BulkDeps, userId: number, request: SettledRequest): Promise<Plan> {
  const { message, group_id, isSmart } = request;
  const contacts = await findRecipients(deps.db.longRead, userId, group_id ?? 0);
  if (!contacts) throw invalid('group_id', fault('noSuchGroup'));
  const phones = isPromotional(request) ? contacts.map(({ phone }: Contact) => phone) : [];
  const optedOut = await findOptedOutOf(deps, userId, phones);
  return await planForContacts(contacts, { text: message, isSmart }, optedOut);
}

function isPromotional(request: SettledRequest): boolean {
  return request.class === 'promotional';
}

async function findOptedOutOf(
  { db }: BulkDeps,
  userId: number,
  phones: string[],
): Promise<Set<string>> {
  if (phones.length === 0) return new Set();
  const recipients = phones.map((phone) => ({ user_id: userId, phone }));
  const rows = await findOptedOut(db.longRead, db.engine, recipients);
  return new Set(rows.map(({ phone }) => phone));
}

type NewJob = Planned & { userId: number; now: number };

async function storeJob(
  trx: Db,
  { db, validityMs, simulatesTrials }: BulkDeps,
  { userId, request, plan, scheduledAt, sender, now }: NewJob,
): Promise<{ body: BulkAnswer; lowBalance: number | null }> {
  const queued = plan.messages.length;
  const { class: messageClass } = request;
  const jobId = await insertJob(trx, {
    user_id: userId,
    campaign: request.campaign ?? null,
    class: messageClass,
    body: request.message,
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
  const body: BulkAnswer = {
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
  return { body, lowBalance: after.lowBalance };
}
