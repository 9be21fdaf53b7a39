import type { Database } from '../../db/database.ts';
import { ApiError, type FieldError, failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import type { Batcher } from '../../kit/async/batcher.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { findQuietEnds } from '../account/queries.ts';
import { readOrigin } from '../account/read-origin.ts';
import { readSmartEncoding } from '../account/read-smart-encoding.ts';
import { balanceOf, insufficientCredits } from '../credits/credits.ts';
import type { Dispatcher } from '../dispatch/dispatcher.ts';
import { type Answer, KeyTaken } from '../idempotency/idempotency.ts';
import { freeKeyOf, type KeyedRequest, settleAnswer } from '../idempotency/queries.ts';
import type { NewMessage, StoredMessage } from '../message.ts';
import { checkSegments, readSchedule, refuseWrong } from '../message-fields.ts';
import { findOptedOut } from '../opt-outs/queries.ts';
import { type PromotionRules, textOf } from '../promotions.ts';
import { accountSuspended } from '../suspension/refusal.ts';
import { checkPlaceholders } from '../text/placeholder-faults.ts';
import { fillTemplate, readTemplate } from '../text/placeholders.ts';
import { encodingToSend } from '../text/smart-encoding.ts';
import type { Accepted, AcceptRequest } from './accept-messages.ts';
import type { SendAnswer, SendRequest } from './schemas.ts';

export type SendDeps = {
  db: Database;
  clock: Clock;
  dispatcher: Pick<Dispatcher, 'wake' | 'sendNow' | 'claimerId'>;
  acceptance: Pick<Batcher<AcceptRequest, Accepted>, 'add'>;
  validityMs: number;
  /** True if trial credits send to the simulator. */
  simulatesTrials: boolean;
  promotions: PromotionRules;
};

/** Whose message it is, and the key that it came by; null for the owner's own hand. */
type Origin = { userId: number; keyId: number | null };

/**
 * Sends one message: stored and charged in one commit, submitted, and its outcome stored in a second one.
 * @throws 400 for a message that cannot be sent, 402 where there is no credit, 403 for a suspended account,
 * 502 where no provider takes it.
 */
export async function sendMessage(
  deps: SendDeps,
  from: Origin,
  request: SendRequest,
  keyed: KeyedRequest | undefined,
): Promise<Answer> {
  const { acceptance } = deps;
  const message = await readMessage(deps, from, request);
  const accepted = await acceptance.add({ message, keyed, simulatesTrial: deps.simulatesTrials });
  switch (accepted.outcome) {
    case 'key taken':
      throw new KeyTaken();
    case 'insufficient':
      throw insufficientCredits(accepted.balance, 1);
    case 'suspended':
      throw accountSuspended(accepted);
    case 'accepted':
      return { ...(await sendAccepted(deps, accepted, keyed)), lowBalance: accepted.lowBalance };
  }
}

async function sendAccepted(
  deps: SendDeps,
  { claimed, answer }: Extract<Accepted, { outcome: 'accepted' }>,
  keyed: KeyedRequest | undefined,
): Promise<Answer> {
  if (claimed) return await sendStored(deps, claimed, answer, keyed);
  deps.dispatcher.wake();
  return { status: 200, body: answer };
}

async function readMessage(
  deps: SendDeps,
  { userId, keyId }: Origin,
  request: SendRequest,
): Promise<NewMessage> {
  const now = deps.clock();
  const phone = normalisePhone(request.to) ?? '';
  const errors: FieldError[] = [];
  const scheduledAt = readSchedule(request.scheduled_at, now, errors);
  const origin = await readOrigin(deps.db.read, userId, request, errors);
  const { class: messageClass, sender } = origin;
  const template = readTemplate(request.message);
  checkPlaceholders(template, errors);
  const text = textOf(fillTemplate(template), messageClass, deps.promotions);
  const isSmart = await readSmartEncoding(deps.db.read, userId, { ...request, message: text });
  const form = encodingToSend(text, isSmart);
  checkSegments(form, errors);
  refuseWrong(errors);
  const wanted = Math.max(now, scheduledAt ?? now);
  const dueAt =
    messageClass === 'promotional'
      ? await promotionalGate(deps, { userId, phone, at: wanted })
      : wanted;
  const isNow = dueAt === now;
  return {
    userId,
    phone,
    text,
    class: messageClass,
    status: isNow ? 'sending' : wanted > now ? 'scheduled' : 'queued',
    encoding: form.encoding,
    segments: form.segments,
    scheduledAt,
    createdAt: now,
    dueAt,
    claimedBy: isNow ? deps.dispatcher.claimerId() : null,
    expiresAt: dueAt + deps.validityMs,
    sender,
    reference: request.reference ?? null,
    keyId,
  };
}

async function sendStored(
  { db, dispatcher }: SendDeps,
  message: StoredMessage,
  answer: SendAnswer,
  keyed: KeyedRequest | undefined,
): Promise<Answer> {
  const { id, userId } = message;
  const { status, error, retryAfterMs } = await dispatcher.sendNow(message);
  if (status === 'failed') {
    if (keyed) await freeKeyOf(db.write, userId, id, keyed.key);
    const balance = (await balanceOf(db.read, userId))?.balance ?? 0;
    throw notTaken(error, balance, retryAfterMs);
  }
  if (status !== 'unknown') return { status: 200, body: answer };
  // It left and no answer came: it is charged, and its state shows its outcome in time.
  const queued = { ...answer, message: 'SMS queued' };
  if (keyed) await settleAnswer(db.write, keyed, id, JSON.stringify(queued));
  return { status: 200, body: queued };
}

/** @param retryAfterMs undefined where the provider would refuse it again. */
function notTaken(error: string | null, balance: number, retryAfterMs?: number): ApiError {
  const reason = (error ?? 'The provider did not take the message').replace(/[.\s]+$/, '');
  const message = `The SMS was not sent and its credit was given back: ${reason}.`;
  return new ApiError(502, 'not_sent', message, {
    body: { balance },
    ...(retryAfterMs !== undefined && { retryAfter: retryAfterMs / 1000 }),
  });
}

type Promotion = { userId: number; phone: string; at: number };

/**
 * Returns the instant at which a promotional message may go: the one asked for, or the end of quiet hours.
 * @throws 400 where its number has opted out, and where quiet hours leave no time.
 */
async function promotionalGate(
  { db: { read, engine }, promotions }: Pick<SendDeps, 'db' | 'promotions'>,
  { userId, phone, at }: Promotion,
): Promise<number> {
  const [optedOut] = await findOptedOut(read, engine, [{ user_id: userId, phone }]);
  if (optedOut) throw failures.invalidField('to', fault('optedOut'));
  const [quiet] = await findQuietEnds(read, [userId], at, promotions);
  if (!quiet) return at;
  if (quiet.until === null) throw failures.invalidField('class', fault('neverTime'));
  return quiet.until;
}
