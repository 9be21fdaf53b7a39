import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import { type HandedOver, isSimulated } from '../providers/simulator/simulator.ts';

/** Events of webhooks: a message's new state, a message from a phone, a balance that runs low, and a trial. */
export const eventNames = [
  'message.status',
  'message.inbound',
  'account.low_balance',
  'webhook.test',
] as const;
export type EventName = (typeof eventNames)[number];

/** States that are events for the account; the others are internal to the outbox. */
const eventStates = new Set([
  'sent',
  'delivered',
  'undelivered',
  'failed',
  'expired',
  'cancelled',
  'unknown',
]);

export function isEventState(status: string): boolean {
  return eventStates.has(status);
}

type EventMessage = HandedOver & {
  id: number;
  job_id: number | null;
  phone: string;
  class: string;
  error: string | null;
  sent_at: number | null;
  delivered_at: number | null;
  reference: string | null;
};

/** Writes the body of `message.status`; the text itself stays with us. */
export function writeStatusEvent(message: EventMessage, status: string, now: number): string {
  return writeEvent('message.status', now, {
    message_id: String(message.id),
    job_id: message.job_id,
    to: message.phone,
    reference: message.reference,
    class: message.class,
    status,
    error: message.error,
    sent_at: toIsoOrNull(message.sent_at),
    delivered_at: toIsoOrNull(message.delivered_at),
    simulated: isSimulated(message),
  });
}

export type EventInbound = {
  id: number;
  from_phone: string;
  to_number: string;
  body: string;
  received_at: number;
};

export function writeInboundEvent(inbound: EventInbound, now: number): string {
  return writeEvent('message.inbound', now, {
    id: inbound.id,
    from: inbound.from_phone,
    to: inbound.to_number,
    message: inbound.body,
    received_at: toIso(inbound.received_at),
  });
}

/** @param balance when it fell to the threshold or below. */
export function writeLowBalanceEvent(
  { balance, threshold }: { balance: number; threshold: number },
  now: number,
): string {
  return writeEvent('account.low_balance', now, { balance, low_balance: threshold });
}

export function writeTestEvent(webhookId: number, now: number): string {
  return writeEvent('webhook.test', now, { webhook_id: webhookId });
}

function writeEvent(type: EventName, now: number, data: Record<string, unknown>): string {
  return JSON.stringify({ type, timestamp: toIso(now), data });
}
