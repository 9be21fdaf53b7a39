import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { SmsWebhookDeliveriesTable, SmsWebhooksTable } from '../../db/sms-tables.ts';

export type Webhook = Selectable<SmsWebhooksTable>;
export type NewDelivery = Insertable<SmsWebhookDeliveriesTable>;

const webhookColumns = ['id', 'user_id', 'url', 'secret', 'created_at'] as const;

/** What a message's event says of it. */
const messageColumns = [
  'id',
  'user_id',
  'job_id',
  'phone',
  'class',
  'error',
  'sent_at',
  'delivered_at',
] as const;

/** Webhooks of any of these accounts, oldest first. */
export async function findWebhooksOf(db: Db, userIds: number[]): Promise<Webhook[]> {
  return await db
    .selectFrom('sms_webhooks')
    .select(webhookColumns)
    .where('user_id', 'in', userIds)
    .orderBy('id')
    .execute();
}

/** Messages as their events tell of them. */
export async function findMessages(db: Db, userIds: number[], ids: number[]) {
  return await db
    .selectFrom('sms_messages')
    .select(messageColumns)
    .where('user_id', 'in', userIds)
    .where('id', 'in', ids)
    .execute();
}

export async function insertDeliveries(db: Db, deliveries: NewDelivery[]): Promise<void> {
  await db.insertInto('sms_webhook_deliveries').values(deliveries).execute();
}
