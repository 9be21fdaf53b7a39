import { minuteMs } from '../../../kit/time/units.ts';
import type { SubmitResult } from '../provider.ts';

/** What Africa's Talking says of one recipient of a call. */
export type Recipient = {
  statusCode: number;
  number: string;
  status: string;
  messageId: string;
};

/** Codes that are about us or their gateway rather than about the phone: later it may well work. */
const busyCodes = new Map<number, number | undefined>([
  // Our balance there is used up; nobody tops it up within seconds.
  [405, minuteMs],
  [500, undefined],
  [501, undefined],
]);

/**
 * What a recipient's `statusCode` means: 100 processed, 101 sent and 102 queued are accepted; 401 risk
 * hold, 402 invalid sender id, 403 invalid number, 404 unsupported number type, 406 on the blacklist,
 * 407 no route, 409 do not disturb and 502 rejected by the gateway are refused for good, as is any
 * other 4xx; 405 insufficient balance, 500 internal error and 501 gateway error are for later.
 */
export function readRecipientStatus({ statusCode, status, messageId }: Recipient): SubmitResult {
  const error = `${statusCode} ${status}`.slice(0, 200);
  if (statusCode >= 100 && statusCode <= 102) {
    return { outcome: 'accepted', refs: isId(messageId) ? [messageId] : [] };
  }
  if (busyCodes.has(statusCode)) {
    const pauseMs = busyCodes.get(statusCode);
    return { outcome: 'busy', error, ...(pauseMs !== undefined && { pauseMs }) };
  }
  const isRefusal = (statusCode >= 400 && statusCode < 500) || statusCode === 502;
  // A code that nobody knows says neither that it was sent nor that it was not.
  if (!isRefusal) return { outcome: statusCode >= 500 ? 'busy' : 'unknown', error };
  return { outcome: 'refused', error };
}

/** They write the id of what they did not take as `None`. */
function isId(messageId: string): boolean {
  return messageId !== '' && messageId !== 'None';
}
