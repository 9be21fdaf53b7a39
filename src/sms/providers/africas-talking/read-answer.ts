import type { PostResult } from '../../../kit/http/http-post.ts';
import { phoneOfNetwork } from '../../../kit/text/phone.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import type { OutgoingMessage } from '../../message.ts';
import { isForMoney } from '../money/for-money.ts';
import type { SubmitResult } from '../provider.ts';
import { readData } from './read-data.ts';
import {
  forWantOfMoney,
  isStatusName,
  type Recipient,
  readRecipientStatus,
} from './recipient-status.ts';

const longestPauseMs = 15 * minuteMs;

/**
 * Returns the outcome of each message of one call, in order. A call that never left is for later; one that
 * left and was not answered in full may have been sent.
 */
export function readAnswer(result: PostResult, messages: OutgoingMessage[]): SubmitResult[] {
  if (result.outcome !== 'answered') {
    const outcome = result.outcome === 'unsent' ? 'busy' : 'unknown';
    return same(messages, { outcome, error: result.error });
  }
  const { status } = result;
  if (status === 200 || status === 201) return readRecipients(result.text, messages);
  return same(messages, readFailure(status, result.retryAfterMs));
}

function readFailure(status: number, retryAfterMs: number | undefined): SubmitResult {
  const error = `answered with status ${status}`;
  switch (status) {
    case 402:
      return forWantOfMoney(error);
    // Wrong credentials, a closed account: nothing was sent, and the operator has to act.
    case 401:
    case 403:
    case 404:
      return { outcome: 'busy', error, pauseMs: minuteMs };
    // Too many calls, as their gateway may say it with either.
    case 429:
    case 503:
      return throttled(error, retryAfterMs);
    default:
      // A redirect is not followed: the address is wrong.
      if (status >= 300 && status < 400) return { outcome: 'busy', error, pauseMs: minuteMs };
      // Any other 5xx may have come after the messages were on their way.
      return { outcome: status >= 400 && status < 500 ? 'refused' : 'unknown', error };
  }
}

/** Without a `Retry-After` the pace of the calls goes down, and none is long. */
function throttled(error: string, retryAfterMs = 0): SubmitResult {
  const pauseMs = Math.min(longestPauseMs, retryAfterMs);
  return { outcome: 'busy', error, throttled: true, ...(pauseMs > 0 && { pauseMs }) };
}

function readRecipients(text: string, messages: OutgoingMessage[]): SubmitResult[] {
  const data = readData(text);
  if (!data) return same(messages, { outcome: 'unknown', error: 'the answer cannot be read' });
  const { message, recipients } = data;
  const wasSent = readCount(message, messages.length);
  if (recipients.length === 0) return same(messages, readWhole(message, wasSent));
  const entries = entriesOf(messages, recipients);
  return messages.map((_, index) => {
    const entry = entries[index];
    if (!entry) return { outcome: 'unknown', error: 'the answer does not name the number' };
    return readRecipient(entry, wasSent);
  });
}

/**
 * The entry of each message: the one that has its number, in whatever form they write it. Where one message
 * and one entry are left over, they belong together, unless the entry names somebody else.
 */
function entriesOf(
  messages: OutgoingMessage[],
  recipients: Recipient[],
): (Recipient | undefined)[] {
  const phoneOf = ({ number }: Recipient) =>
    phoneOfNetwork(number) ?? phoneOfNetwork(number.replace(/\D/g, ''));
  const byPhone = new Map(recipients.map((each) => [phoneOf(each), each]));
  const unnamed = recipients.filter((each) => phoneOf(each) === undefined);
  const named = messages.map(({ to }) => byPhone.get(to));
  const [left] = unnamed;
  const isClear = unnamed.length === 1 && named.filter((each) => !each).length === 1;
  return isClear ? named.map((each) => each ?? left) : named;
}

/** Reads `Sent to 1/2`: true or false where all or none of the call were sent. */
function readCount(message: string, asked: number): boolean | undefined {
  const [, sent, all] = /\bsent to (\d{1,6}) ?\/ ?(\d{1,6})\b/i.exec(message) ?? [];
  if (sent === undefined || Number(all) !== asked) return undefined;
  if (Number(sent) === 0) return false;
  return Number(sent) === asked ? true : undefined;
}

/** Reads an answer that names no recipients, as that of a call that is refused as a whole. */
function readWhole(message: string, wasSent: boolean | undefined): SubmitResult {
  if (wasSent) return { outcome: 'accepted', refs: [] };
  if (tooMany.test(message)) return throttled(message);
  // Their name of a code in place of a sentence says what it says of a recipient.
  if (isStatusName(message)) {
    const recipient = { statusCode: '', number: '', status: message, messageId: '' };
    const outcome = readRecipientStatus(recipient, wasSent);
    return 'error' in outcome ? { ...outcome, error: message } : outcome;
  }
  // What else they refuse as a whole they will refuse again.
  return isForMoney(message)
    ? forWantOfMoney(message)
    : { outcome: 'refused', error: message || 'the call was refused' };
}

function readRecipient(recipient: Recipient, wasSent: boolean | undefined): SubmitResult {
  const outcome = readRecipientStatus(recipient, wasSent);
  if ('error' in outcome && tooMany.test(outcome.error)) return throttled(outcome.error);
  return outcome;
}

const tooMany = /throttl|too ?many|rate ?limit|^429\b/i;

function same(messages: OutgoingMessage[], outcome: SubmitResult): SubmitResult[] {
  return messages.map(() => outcome);
}
