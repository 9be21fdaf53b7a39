import type { Receipt } from '../provider.ts';

/**
 * Reads the status of a delivery report in any spelling: their own `Success`, `Failed`, `Rejected`, `Expired` and
 * `AbsentSubscriber`, and the words that networks' gateways pass through them (`DeliveredToTerminal`, `DELIVRD`,
 * `Delivery Failure`). `Sent`, `Submitted`, `Buffered`, `DeliveredToNetwork` and words that may be added mean that the
 * message is on its way.
 */
export function readReportState(status: string): Receipt['status'] {
  const word = status.toLowerCase().replace(/[^a-z]/g, '');
  return states.find(([form]) => form.test(word))?.[1] ?? 'pending';
}

/** The first that fits counts, so that `undelivered` is not read as `delivered`. */
const states: [RegExp, Receipt['status']][] = [
  [/expire/, 'expired'],
  [/reject|blacklist|donotdisturb/, 'failed'],
  [/fail|undeliv|notdeliv|impossible|absent|unreachable|inactive/, 'undelivered'],
  [
    /^(success|deliv(e?re?d|rd))(fully|to(terminal|handset|phone|subscriber|device|user))?$/,
    'delivered',
  ],
];
