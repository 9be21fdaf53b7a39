import type { ExpressionBuilder } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { Tables } from '../../db/tables.ts';
import { type Delivery, deliveryColumns, type Webhook, webhookColumns } from './queries.ts';

/** `ahead`: leases that end later than this were given by a clock that was ahead, and are over. */
type Moment = { now: number; ahead: number };

function isInNobodysHands(
  eb: ExpressionBuilder<Tables, 'sms_webhook_deliveries'>,
  { now, ahead }: Moment,
) {
  return eb.or([
    eb('lease_until', 'is', null),
    eb('lease_until', '<=', now),
    eb('lease_until', '>', ahead),
  ]);
}

/** Webhooks with ids above `after` for which something is due and in nobody's hands. */
export async function findWebhooksWithWork(
  db: Db,
  { after, limit, ...moment }: { after: number; limit: number } & Moment,
): Promise<Webhook[]> {
  return await db
    .selectFrom('sms_webhooks')
    .select(webhookColumns)
    .where('id', '>', after)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('sms_webhook_deliveries')
          .select('sms_webhook_deliveries.id')
          .whereRef('webhook_id', '=', 'sms_webhooks.id')
          .where('due_at', '<=', moment.now)
          .where((eb) => isInNobodysHands(eb, moment)),
      ),
    )
    .orderBy('id')
    .limit(limit)
    .execute();
}

/**
 * Takes due deliveries of a webhook in hand until `leaseUntil`. The update repeats its state check, so
 * that of two processes that see the same row one gets it.
 */
export async function claimDeliveries(
  db: Db,
  webhookId: number,
  { leaseUntil, limit, ...moment }: { leaseUntil: number; limit: number } & Moment,
): Promise<Delivery[]> {
  return await db
    .updateTable('sms_webhook_deliveries')
    .set({ lease_until: leaseUntil })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sms_webhook_deliveries')
        .select('id')
        .where('webhook_id', '=', webhookId)
        .where('due_at', '<=', moment.now)
        .where((due) => isInNobodysHands(due, moment))
        .orderBy('due_at')
        .orderBy('id')
        .limit(limit),
    )
    .where('webhook_id', '=', webhookId)
    .where('due_at', '<=', moment.now)
    .where((eb) => isInNobodysHands(eb, moment))
    .returning(deliveryColumns)
    .execute();
}

/** Who has a webhook's deliveries in hand: the webhook, and until when they were claimed. */
export type Claim = { webhookId: number; leaseUntil: number };

/** Writes down what was delivered by whoever holds the claim. */
export async function markDelivered(
  db: Db,
  { webhookId, leaseUntil }: Claim,
  { ids, now }: { ids: number[]; now: number },
): Promise<void> {
  await db
    .updateTable('sms_webhook_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      delivered_at: now,
      due_at: null,
      lease_until: null,
      last_error: null,
    }))
    .where('webhook_id', '=', webhookId)
    .where('id', 'in', ids)
    .where('lease_until', '=', leaseUntil)
    .execute();
}

/** Writes down a failed try; it is the last where `dueAt` is null. */
export async function markFailed(
  db: Db,
  { webhookId, leaseUntil }: Claim,
  { id, dueAt, error }: { id: number; dueAt: number | null; error: string },
): Promise<void> {
  await db
    .updateTable('sms_webhook_deliveries')
    .set((eb) => ({
      attempts: eb('attempts', '+', 1),
      due_at: dueAt,
      lease_until: null,
      last_error: error,
    }))
    .where('webhook_id', '=', webhookId)
    .where('id', '=', id)
    .where('lease_until', '=', leaseUntil)
    .execute();
}

/** Gives back deliveries that were claimed and not tried. */
export async function releaseDeliveries(
  db: Db,
  { webhookId, leaseUntil }: Claim,
  ids: number[],
): Promise<void> {
  await db
    .updateTable('sms_webhook_deliveries')
    .set({ lease_until: null })
    .where('webhook_id', '=', webhookId)
    .where('id', 'in', ids)
    .where('lease_until', '=', leaseUntil)
    .execute();
}

/**
 * Makes deliveries due that would be due only after an instant: that was named by a clock which was
 * ahead. @returns how many there were, at most `limit`.
 */
export async function hastenDeliveries(
  db: Db,
  { now, after, limit }: { now: number; after: number; limit: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sms_webhook_deliveries')
    .set({ due_at: now })
    .where('id', 'in', (eb) =>
      eb.selectFrom('sms_webhook_deliveries').select('id').where('due_at', '>', after).limit(limit),
    )
    .where('due_at', '>', after)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}

/** @returns how many deliveries from before an instant were removed, at most `limit`. */
export async function deleteOldDeliveries(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('sms_webhook_deliveries')
    .where('created_at', '<', before)
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sms_webhook_deliveries as old')
        .select('old.id')
        .where('old.created_at', '<', before)
        .orderBy('old.created_at')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** @returns how many events of an endpoint that does not answer were given up, at most `limit`. */
export async function giveUpOldEvents(
  db: Db,
  webhookId: number,
  { createdBefore, error, limit }: { createdBefore: number; error: string; limit: number },
): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sms_webhook_deliveries')
    .set((eb) => ({ due_at: null, last_error: eb.fn.coalesce('last_error', eb.val(error)) }))
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('sms_webhook_deliveries as old')
        .select('old.id')
        .where('old.webhook_id', '=', webhookId)
        .where('old.due_at', 'is not', null)
        .where('old.created_at', '<', createdBefore)
        .where('old.lease_until', 'is', null)
        .orderBy('old.due_at')
        .limit(limit),
    )
    .where('webhook_id', '=', webhookId)
    .where('lease_until', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
