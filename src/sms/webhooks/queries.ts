import { type Insertable, type Selectable, sql } from 'kysely';
import type { Db, PageBefore } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { rowSet } from '../../db/row-set.ts';
import type {
  SmsWebhookDeliveriesTable,
  SmsWebhooksTable,
} from '../../db/tables/sms-event-tables.ts';
import { createDeliveryQueue } from '../../delivery/delivery-queue.ts';

export type Webhook = Selectable<SmsWebhooksTable>;
export type Delivery = Selectable<SmsWebhookDeliveriesTable>;
export type NewDelivery = Insertable<SmsWebhookDeliveriesTable>;

/** Webhooks and their deliveries, for the delivery loop. */
export const webhookQueue = createDeliveryQueue<Webhook, Delivery>({
  targets: 'sms_webhooks',
  deliveries: 'sms_webhook_deliveries',
  targetId: 'webhook_id',
});

const messageColumns = [
  'id',
  'user_id',
  'job_id',
  'phone',
  'class',
  'error',
  'sent_at',
  'delivered_at',
  'simulated',
  'provider',
  'reference',
] as const;

export async function insertWebhook(
  db: Db,
  webhook: Insertable<SmsWebhooksTable>,
): Promise<Webhook> {
  return await db
    .insertInto('sms_webhooks')
    .values(webhook)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds webhooks of any of these accounts, oldest first. */
export async function findWebhooksOf(db: Db, userIds: number[]): Promise<Webhook[]> {
  return await findWebhookRows(db, { users: userIds.map((id) => ({ id })) });
}

const findWebhookRows = prepare(({ users }: { users: { id: number }[] }, engine, db) =>
  db
    .selectFrom('sms_webhooks')
    .selectAll()
    .where(
      'user_id',
      'in',
      sql<number>`(select id from ${rowSet(engine, { id: 'bigint' }, users)} as v)`,
    )
    .orderBy('id'),
);

export async function findWebhook(
  db: Db,
  userId: number,
  id: number,
): Promise<Webhook | undefined> {
  return await db
    .selectFrom('sms_webhooks')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Deletes a webhook. Its deliveries stay behind, go to nobody, and leave with the sweep. */
export async function deleteWebhook(
  db: Db,
  userId: number,
  id: number,
): Promise<Webhook | undefined> {
  return await db
    .deleteFrom('sms_webhooks')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Finds messages with the columns of their events. */
export async function findMessages(db: Db, userIds: number[], ids: number[]) {
  return await db
    .selectFrom('sms_messages')
    .select(messageColumns)
    .where('user_id', 'in', userIds)
    .where('id', 'in', ids)
    .execute();
}

export async function countWebhooks(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('sms_webhooks')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function insertDeliveries(db: Db, deliveries: NewDelivery[]): Promise<void> {
  await db.insertInto('sms_webhook_deliveries').values(deliveries).execute();
}

export async function insertDelivery(db: Db, delivery: NewDelivery): Promise<Delivery> {
  return await db
    .insertInto('sms_webhook_deliveries')
    .values(delivery)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Finds deliveries of a webhook, newest first, from before the one with id `before`. */
export async function findDeliveries(
  db: Db,
  webhook: { user_id: number; id: number },
  { before, limit }: PageBefore,
): Promise<Delivery[]> {
  return await db
    .selectFrom('sms_webhook_deliveries')
    .selectAll()
    .where('user_id', '=', webhook.user_id)
    .where('webhook_id', '=', webhook.id)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
