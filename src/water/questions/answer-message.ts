import type { Logger } from 'pino';
import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { normalisePhone } from '../../kit/text/phone.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { postSms, type SmsApi, type SmsDeps } from '../notifications/channels/sms.ts';
import { findPerson } from '../notifications/queries.ts';
import { type AnswerDeps, answerQuestion } from './answer-question.ts';
import { findClaim, findPersonOf, findQuestion, insertQuestion, putWord } from './queries.ts';
import type { InboundMessage } from './schemas.ts';
import { type Question, readQuestion } from './wording/read-question.ts';

export type MessageDeps = AnswerDeps & {
  sms: SmsDeps;
  log: Logger;
  /** Most questions of a phone that are answered in an hour. */
  questionsPerPhone: number;
};

/** Account whose secret has signed a message, and its SMS API. */
export type Carrier = { accountId: number; api: SmsApi };

/** Age of a message after which its sender no longer waits for an answer. */
const answerMs = 15 * minuteMs;

/** Shorter than an SMS service waits for a webhook; a message that took longer is repeated. */
const deadlineMs = 8000;

/**
 * Answers a message from a phone, once however often it is repeated: the answer is stored with its effects,
 * and sent under one idempotency key. Only verified numbers are answered.
 * @throws ApiError 503 where the answer could not be sent now, so that the message is repeated.
 */
export async function answerMessage(
  deps: MessageDeps,
  carrier: Carrier,
  message: InboundMessage,
): Promise<void> {
  const phone = normalisePhone(message.from);
  const question = readQuestion(message.text);
  // A short code or the name of a sender asks nothing, nor does our own number.
  if (phone === undefined || !question || phone === normalisePhone(message.to)) return;
  const key = { accountId: carrier.accountId, messageId: message.id };
  const known = await findQuestion(deps.db.write, key);
  const text = known?.answer ?? (await answerNew(deps, carrier, { ...message, phone, question }));
  if (text === undefined) return;
  await sendAnswer(deps, carrier, { to: phone, text, name: `question_${message.id}` }, message);
}

type Received = InboundMessage & { phone: string; question: Question };

/** @returns undefined where the sender is unknown, or has been answered enough. */
async function answerNew(
  deps: MessageDeps,
  { accountId }: Carrier,
  { id, phone, question, sentAt }: Received,
): Promise<string | undefined> {
  const { db, clock, questionsPerPhone } = deps;
  const caller = { phone, accountId };
  const claim =
    question.kind === 'me' ? await findClaim(db.read, { ...caller, ...question }) : undefined;
  const personId = question.kind === 'me' ? claim?.personId : await findPersonOf(db.read, caller);
  const person = personId === undefined ? undefined : await findPerson(db.read, personId);
  if (!person) return undefined;
  const asker = { personId: person.userId, accountId };
  // Counted by account, so that no account can use up the questions that a phone may ask another one.
  const limits = { since: clock() - hourMs, most: questionsPerPhone };
  const keep = async (trx: Db, answer: string) => {
    const row = { user_id: accountId, message_id: id, phone, created_at: clock() };
    const isKept = await insertQuestion(trx, { ...row, asked: question.kind, answer }, limits);
    if (!isKept) throw new NotKept();
    if (!claim) return;
    const { created_at } = row;
    await putWord(trx, { account_id: accountId, target_id: claim.targetId, created_at });
  };
  try {
    return await answerQuestion(deps, { asker, person, phone, question, sentAt }, keep);
  } catch (error) {
    if (!(error instanceof NotKept)) throw error;
    return (await findQuestion(db.write, { accountId, messageId: id }))?.answer;
  }
}

/** Thrown where the phone was answered enough, or another process answers the same message just now. */
class NotKept extends Error {}

/**
 * Sends an answer. One that is refused for good, or too late, is dropped, and logged without number and text.
 */
async function sendAnswer(
  { sms, log, clock }: MessageDeps,
  { accountId, api }: Carrier,
  answer: { to: string; text: string; name: string },
  { sentAt }: InboundMessage,
): Promise<void> {
  const result = await postSms(sms, api, answer, AbortSignal.timeout(deadlineMs));
  const status = result.outcome === 'answered' ? result.status : undefined;
  // 409: this key was used before, as by another server that answers the same messages.
  if (status !== undefined && ((status >= 200 && status < 300) || status === 409)) return;
  const isPassing = status === undefined || status >= 500 || status === 429;
  if (isPassing && clock() < sentAt + answerMs) {
    throw failures.unavailable('The SMS service did not take the answer.');
  }
  log.warn({ accountId, status }, 'an answer by SMS was not sent');
}
