import type { Db } from '../../db/db.ts';
import { chunksOf } from '../../kit/chunks.ts';
import type { Crossing } from '../credits/low-balance.ts';
import {
  type EventInbound,
  type EventName,
  isEventState,
  writeInboundEvent,
  writeLowBalanceEvent,
  writeStatusEvent,
} from './events.ts';
import {
  findMessages,
  findWebhooksOf,
  insertDeliveries,
  type NewDelivery,
  type Webhook,
} from './queries.ts';

export type StateChange = { user_id: number; id: number; status: string };

/** Keeps a statement far below the 32,766 parameters that SQLite takes. */
const chunk = 1000;

/**
 * Stores a `message.status` event for every webhook of the accounts whose messages changed their state.
 * Call it in the transaction of the change, after it: the messages are read as they now are. Where no
 * account has a webhook it costs one read.
 * @returns the number of events stored; once they are durable, the loop that delivers is to be woken.
 */
export async function enqueueStatusEvents(
  trx: Db,
  messages: StateChange[],
  now: number,
): Promise<number> {
  const told = messages.filter(({ status }) => isEventState(status));
  if (told.length === 0) return 0;
  const webhooks = await findWebhooksByUser(trx, told);
  if (webhooks.size === 0) return 0;
  const changes = told.filter(({ user_id }) => webhooks.has(user_id));
  let stored = 0;
  for (let start = 0; start < changes.length; start += chunk) {
    stored += await enqueueChunk(trx, changes.slice(start, start + chunk), webhooks, now);
  }
  return stored;
}

/** Stores a `message.inbound` event for every webhook of the account that the message came to. */
export async function enqueueInboundEvent(
  trx: Db,
  inbound: EventInbound & { user_id: number },
  now: number,
): Promise<void> {
  const webhooks = await findWebhooksOf(trx, [inbound.user_id]);
  if (webhooks.length === 0) return;
  const body = writeInboundEvent(inbound, now);
  await insertDeliveries(
    trx,
    webhooks.map((webhook) => toDelivery(webhook, { event: 'message.inbound', body, now })),
  );
}

/** Stores an `account.low_balance` event for every webhook of accounts whose balance has run low. */
export async function enqueueLowBalanceEvents(
  trx: Db,
  crossings: Crossing[],
  now: number,
): Promise<void> {
  const byUser = new Map(crossings.map((each) => [each.user_id, each]));
  const deliveries = (await findWebhooksOf(trx, [...byUser.keys()])).flatMap((webhook) => {
    const crossing = byUser.get(webhook.user_id);
    if (!crossing) return [];
    const { low_at: balance, low_balance: threshold } = crossing;
    const body = writeLowBalanceEvent({ balance, threshold }, now);
    return [toDelivery(webhook, { event: 'account.low_balance', body, now })];
  });
  for (const some of chunksOf(deliveries, chunk)) await insertDeliveries(trx, some);
}

/** Returns a delivery that is due at once. */
export function toDelivery(
  webhook: Webhook,
  { event, body, now }: { event: EventName; body: string; now: number },
): NewDelivery {
  return {
    user_id: webhook.user_id,
    webhook_id: webhook.id,
    event,
    body,
    created_at: now,
    due_at: now,
    attempts: 0,
  };
}

type WebhooksByUser = Map<number, Webhook[]>;

async function findWebhooksByUser(trx: Db, changes: StateChange[]): Promise<WebhooksByUser> {
  const userIds = distinct(changes.map(({ user_id }) => user_id));
  const webhooks: Webhook[] = [];
  for (let start = 0; start < userIds.length; start += chunk) {
    webhooks.push(...(await findWebhooksOf(trx, userIds.slice(start, start + chunk))));
  }
  return Map.groupBy(webhooks, ({ user_id }) => user_id);
}

async function enqueueChunk(
  trx: Db,
  changes: StateChange[],
  webhooksByUser: WebhooksByUser,
  now: number,
): Promise<number> {
  const userIds = distinct(changes.map(({ user_id }) => user_id));
  const rows = await findMessages(trx, userIds, distinct(changes.map(({ id }) => id)));
  const messages = new Map(rows.map((row) => [row.id, row]));
  const deliveries = changes.flatMap(({ user_id, id, status }) => {
    const message = messages.get(id);
    if (!message) return [];
    const event = 'message.status';
    const body = writeStatusEvent(message, status, now);
    const webhooks = webhooksByUser.get(user_id) ?? [];
    return webhooks.map((webhook) => toDelivery(webhook, { event, body, now }));
  });
  for (let start = 0; start < deliveries.length; start += chunk) {
    await insertDeliveries(trx, deliveries.slice(start, start + chunk));
  }
  return deliveries.length;
}

function distinct(numbers: number[]): number[] {
  return [...new Set(numbers)];
}
