/**
 * The states of a message, in the order in which it can pass through them.
 * - `scheduled`, `queued`: nobody has tried to send it yet;
 * - `sending`: it is claimed, or was put off by a provider that took nothing;
 * - `unknown`: it left and no answer came, so it may have been sent;
 * - `sent`: a provider has it;
 * - `delivered`, `undelivered`: by its receipts;
 * - `failed`, `expired`, `cancelled`: it was never sent, and its credits went back.
 */
export const messageStatuses = [
  'scheduled',
  'queued',
  'sending',
  'unknown',
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'cancelled',
] as const;

export type MessageStatus = (typeof messageStatuses)[number];

export const messageClasses = ['transactional', 'promotional'] as const;
export type MessageClass = (typeof messageClasses)[number];

/**
 * The events of a message:
 * - `claim`: a dispatcher claims it;
 * - `accept`, `refuse`: the provider has answered; `postpone`: it took nothing for now;
 * - `lose`: no answer came, or the process that had claimed it died;
 * - `clear`: clears the doubt of an `unknown` message: a late answer shows that the provider did not take
 *   the only copy that had left, so it was not sent;
 * - `expire`, `cancel`: it is given up before it was sent;
 * - `deliver`, `undeliver`: the receipts of its parts say so.
 */
export const messageEvents = [
  'claim',
  'accept',
  'refuse',
  'postpone',
  'lose',
  'clear',
  'expire',
  'cancel',
  'deliver',
  'undeliver',
] as const;

export type MessageEvent = (typeof messageEvents)[number];

type Transitions = { [E in MessageEvent]: { [S in MessageStatus]?: MessageStatus } };

/**
 * The whole table. Nothing leads out of a state that ends a message, and no event leads backwards but
 * `clear`. A lost message stays `unknown` while it is tried again, since the first copy may be on its
 * way; for the same reason it neither fails, expires nor is cancelled, which would give its credits back.
 */
const transitions: Transitions = {
  claim: { scheduled: 'sending', queued: 'sending', sending: 'sending', unknown: 'unknown' },
  accept: { sending: 'sent', unknown: 'sent' },
  refuse: { sending: 'failed', unknown: 'unknown' },
  postpone: { sending: 'sending', unknown: 'unknown' },
  lose: { sending: 'unknown', unknown: 'unknown' },
  clear: { unknown: 'sending' },
  expire: { scheduled: 'expired', queued: 'expired', sending: 'expired' },
  cancel: { scheduled: 'cancelled', queued: 'cancelled', sending: 'cancelled' },
  deliver: { sent: 'delivered', unknown: 'delivered' },
  undeliver: { sent: 'undelivered', unknown: 'undelivered' },
};

/** The status after an event, or undefined where the event can no longer change anything. */
export function nextStatus(status: MessageStatus, event: MessageEvent): MessageStatus | undefined {
  return transitions[event][status];
}

/**
 * The statuses in which an event is possible, for the `where` of the update that brings it about.
 * `expire` and `cancel` further need that nobody has claimed the message (`claimed_by` is null).
 */
export function statusesBefore(event: MessageEvent): MessageStatus[] {
  return messageStatuses.filter((status) => transitions[event][status] !== undefined);
}

/** States that no event changes any more. */
export const endStatuses = messageStatuses.filter((status) =>
  messageEvents.every((event) => transitions[event][status] === undefined),
);

/** The ends of a message that was never sent: exactly these have a refund in the ledger. */
export const refundedStatuses = [
  'failed',
  'expired',
  'cancelled',
] as const satisfies MessageStatus[];

/**
 * True if a message is sent again when nobody knows if it was.
 * @param inDoubt copies of it without an answer, before this one.
 */
export function isRepeated(
  message: { class: MessageClass; inDoubt: number },
  unknownRepeats: number,
): boolean {
  return message.class === 'transactional' && message.inDoubt < unknownRepeats;
}
