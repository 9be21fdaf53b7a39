import type { PostResult } from '../../../kit/http/http-post.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import type { OutgoingMessage } from '../../message.ts';
import type { SubmitResult } from '../provider.ts';

type Recipient = {
  statusCode: number;
  number: string;
  status: string;
  messageId: string;
};

/** Codes that are about us or their gateway rather than about the phone: later it may well work. */
const busyCodes = new Map<number, number | undefined>([
  // Our balance there is used up; it is not topped up within seconds.
  [405, minuteMs],
  [500, undefined],
  [501, undefined],
]);

/**
 * Reads a recipient's `statusCode`: 100 processed, 101 sent and 102 queued are accepted; 401 risk hold,
 * 402 invalid sender id, 403 invalid number, 404 unsupported number type, 406 on the blacklist, 407 no
 * route, 409 do not disturb and 502 rejected by the gateway are refused for good, as is any other 4xx; 405
 * insufficient balance, 500 internal error and 501 gateway error are for later.
 */
function readRecipientStatus({ statusCode, status, messageId }: Recipient): SubmitResult {
  const error = `${statusCode} ${status}`.slice(0, 200);
  if (statusCode >= 100 && statusCode <= 102) {
    return { outcome: 'accepted', refs: isId(messageId) ? [messageId] : [] };
  }
  if (busyCodes.has(statusCode)) {
    const pauseMs = busyCodes.get(statusCode);
    return { outcome: 'busy', error, ...(pauseMs !== undefined && { pauseMs }) };
  }
  const isRefusal = (statusCode >= 400 && statusCode < 500) || statusCode === 502;
  // An unknown code shows neither that it was sent nor that it was not.
  if (!isRefusal) return { outcome: statusCode >= 500 ? 'busy' : 'unknown', error };
  return { outcome: 'refused', error };
}

/** They write the id of what they did not take as `None`. */
function isId(messageId: string): boolean {
  return messageId !== '' && messageId !== 'None';
}

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
  return same(messages, readFailure(status, result.retryAfter));
}

function readFailure(status: number, retryAfter: string | undefined): SubmitResult {
  const error = `answered with status ${status}`;
  switch (status) {
    // Wrong credentials, a closed account: nothing was sent, and the operator has to act.
    case 401:
    case 402:
    case 403:
    case 404:
      return { outcome: 'busy', error, pauseMs: minuteMs };
    case 429:
    case 503:
      return { outcome: 'busy', error, pauseMs: readPause(retryAfter) };
    default:
      // A redirect is not followed: the address is wrong.
      if (status >= 300 && status < 400) return { outcome: 'busy', error, pauseMs: minuteMs };
      // Any other 5xx may have come after the messages were on their way.
      return { outcome: status >= 400 && status < 500 ? 'refused' : 'unknown', error };
  }
}

function readPause(retryAfter: string | undefined): number {
  const seconds = /^\d{1,6}$/.test(retryAfter ?? '') ? Number(retryAfter) : 5;
  return Math.min(longestPauseMs, seconds * 1000);
}

function readRecipients(text: string, messages: OutgoingMessage[]): SubmitResult[] {
  const data = parseData(text);
  if (!data) return same(messages, { outcome: 'unknown', error: 'the answer cannot be read' });
  // A call that is refused as a whole, such as for its sender id, names no recipients.
  if (data.recipients.length === 0) return same(messages, readRefusal(data.message));
  const byNumber = new Map(
    data.recipients.map((recipient) => [digits(recipient.number), recipient]),
  );
  return messages.map(({ to }) => {
    const recipient = byNumber.get(to);
    return recipient
      ? readRecipientStatus(recipient)
      : { outcome: 'unknown', error: 'the answer does not name the number' };
  });
}

/** An empty purse fills again; what else they refuse as a whole they will refuse again. */
function readRefusal(message: string): SubmitResult {
  return /balance/i.test(message)
    ? { outcome: 'busy', error: message, pauseMs: minuteMs }
    : { outcome: 'refused', error: message || 'the call was refused' };
}

type Data = { message: string; recipients: Recipient[] };

/** Reads `SMSMessageData`; what is not as their documentation has it is not read at all. */
function parseData(text: string): Data | undefined {
  const data = fieldOf(parseJson(text), 'SMSMessageData');
  const recipients = fieldOf(data, 'Recipients');
  if (!Array.isArray(recipients)) return undefined;
  return {
    message: textOf(data, 'Message').slice(0, 200),
    recipients: recipients.map((each) => ({
      statusCode: Number(textOf(each, 'statusCode') || Number.NaN),
      number: textOf(each, 'number'),
      status: textOf(each, 'status'),
      messageId: textOf(each, 'messageId'),
    })),
  };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
}

/** Returns a text or number as text; empty for anything else. */
function textOf(value: unknown, name: string): string {
  const field = fieldOf(value, name);
  return typeof field === 'string' || typeof field === 'number' ? String(field) : '';
}

function digits(number: string): string {
  return number.replace(/\D/g, '');
}

function same(messages: OutgoingMessage[], outcome: SubmitResult): SubmitResult[] {
  return messages.map(() => outcome);
}
