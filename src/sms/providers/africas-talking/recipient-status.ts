import { minuteMs } from '../../../kit/time/units.ts';
import { isForMoney } from '../money/for-money.ts';
import type { SubmitResult } from '../provider.ts';

/** An entry of their answer, as text. */
export type Recipient = {
  statusCode: string;
  number: string;
  status: string;
  messageId: string;
};

/** Codes that are about their gateway rather than about the phone: later it may well work. */
const busyCodes = new Set([500, 501]);

/** Our balance there is used up. */
const noMoneyCode = 405;

/** The outcome where our money there is used up: it is not topped up within seconds. */
export function forWantOfMoney(error: string): SubmitResult {
  return { outcome: 'busy', error, pauseMs: minuteMs, forMoney: true };
}

/** Their names of these codes, in letters alone, which count where there is no code. */
const codes: Record<string, number> = {
  processed: 100,
  sent: 101,
  success: 101,
  submitted: 101,
  queued: 102,
  buffered: 102,
  riskhold: 401,
  invalidsenderid: 402,
  invalidphonenumber: 403,
  unsupportednumbertype: 404,
  insufficientbalance: 405,
  userinblacklist: 406,
  couldnotroute: 407,
  donotdisturbrejection: 409,
  internalservererror: 500,
  gatewayerror: 501,
  rejectedbygateway: 502,
};

/** Words of a status without a code that say that nothing was sent: `Could Not Send`. */
const sentNot = /could ?not|cannot|can't|\bnot\b|fail|reject|refus|invalid|unsupported|blacklist/i;

/**
 * Reads a recipient's `statusCode`: 100 processed, 101 sent and 102 queued are accepted; 401 risk hold,
 * 402 invalid sender id, 403 invalid number, 404 unsupported number type, 406 on the blacklist, 407 no
 * route, 409 do not disturb and 502 rejected by the gateway are refused for good, as is any other 4xx; 405
 * insufficient balance, 500 internal error and 501 gateway error are for later. Without a code, the status
 * counts as it is worded, then whether there is an id, then `wasSent`.
 * @param wasSent what the answer as a whole says of all the recipients; undefined where it does not.
 */
export function readRecipientStatus(
  recipient: Recipient,
  wasSent: boolean | undefined,
): SubmitResult {
  const { status, messageId } = recipient;
  const refs = isId(messageId) ? [messageId] : [];
  const code = codeOf(recipient);
  if (code !== undefined) return readCode(code, { status, refs });
  if (isForMoney(status)) return forWantOfMoney(errorOf(status));
  if (sentNot.test(status) || (wasSent === false && refs.length === 0)) {
    return { outcome: 'refused', error: errorOf(status) };
  }
  if (refs.length > 0 || wasSent) return { outcome: 'accepted', refs };
  return { outcome: 'unknown', error: errorOf(status) };
}

/** True of their name of a code, in any letters. */
export function isStatusName(words: string): boolean {
  return codeOf({ statusCode: '', status: words, number: '', messageId: '' }) !== undefined;
}

/** Returns the code, or that of the status' name; undefined where there is neither. */
function codeOf({ statusCode, status }: Recipient): number | undefined {
  const code = Number(statusCode);
  if (Number.isInteger(code) && code > 0) return code;
  const name = status.toLowerCase().replace(/[^a-z]/g, '');
  return Object.hasOwn(codes, name) ? codes[name] : undefined;
}

function readCode(
  code: number,
  { status, refs }: { status: string; refs: string[] },
): SubmitResult {
  const error = errorOf(`${code} ${status}`);
  if (code >= 100 && code <= 102) return { outcome: 'accepted', refs };
  if (code === noMoneyCode) return forWantOfMoney(error);
  if (busyCodes.has(code)) return { outcome: 'busy', error };
  const isRefusal = (code >= 400 && code < 500) || code === 502;
  // An unknown code shows neither that it was sent nor that it was not.
  if (!isRefusal) return { outcome: code >= 500 ? 'busy' : 'unknown', error };
  return { outcome: 'refused', error };
}

function errorOf(words: string): string {
  return words.trim().slice(0, 200) || 'the answer says nothing of it';
}

/** They write the id of what they did not take as `None`. */
function isId(messageId: string): boolean {
  return !/^(none|null|nil|undefined|nan|n\/a|-|0)?$/i.test(messageId);
}
