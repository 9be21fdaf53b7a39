import { type Selectable, sql } from 'kysely';
import type { Db, PageAfter, PageBefore } from '../../../db/db.ts';
import type { NotificationsTable } from '../../../db/tables/notification-tables.ts';
import { createDeliveryQueue } from '../../../delivery/delivery-queue.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import type { Message } from '../message.ts';
import type { Target } from '../queries.ts';

export type Notification = Selectable<NotificationsTable>;

/** Outbox of notifications, for the delivery loop. */
export const notificationQueue = createDeliveryQueue<Target, Notification>({
  targets: 'notification_targets',
  deliveries: 'notifications',
  targetId: 'target_id',
  notesUnsure: true,
  isReadInOrder: true,
});

/** Subject of a notification: incidents, the person's own account, or nothing, as in a test. */
export const reasons = ['incidents', 'account', 'test'] as const;
export type Reason = (typeof reasons)[number];

export type NewNotification = {
  target: Target;
  reason: Reason;
  message: Message;
  /** Set for one that is only stored for its reader, and not sent. */
  isOverBudget: boolean;
  /** Owner whose account pays for the SMS. */
  paidBy?: number | null;
  /** True if that owner pays for no more today. */
  isSpent?: boolean;
  salt: string;
  now: number;
};

/** Age at which what has not arrived goes another way as well. */
export const otherWayAfterMs = 5 * minuteMs;

/** Later notifications of a target that are looked at, as a day of tries may have many. */
const mostLater = 200;

/** Error of a notification that was stored without a try. */
export const overBudget = 'the budget of the day is used up';
/** The same, where it is what the owner pays for that is used up. */
export const overPaid = fault('paidUp');

export async function insertNotifications(
  db: Db,
  rows: NewNotification[],
): Promise<Notification[]> {
  return await db
    .insertInto('notifications')
    .values(
      rows.map(({ target, reason, message, isOverBudget, paidBy, isSpent, salt, now }) => ({
        user_id: target.user_id,
        target_id: target.id,
        channel: target.channel,
        address: shownAddressOf(target),
        reason,
        body: JSON.stringify(message),
        salt,
        created_at: now,
        due_at: isOverBudget ? null : now,
        attempts: 0,
        last_error: isOverBudget ? (isSpent ? overPaid : overBudget) : null,
        paid_by: paidBy ?? null,
        unsure: 0 as const,
        other_way_at: reason === 'incidents' && !isOverBudget ? now + otherWayAfterMs : null,
      })),
    )
    .returningAll()
    .execute();
}

/** Returns the address to show: of a browser only its service, as the endpoint is a key to its screen. */
export function shownAddressOf({ channel, address }: Pick<Target, 'channel' | 'address'>): string {
  return channel === 'web-push' ? new URL(address).host : address;
}

/** Finds notifications of a person, newest first, from before the one with id `before`. */
export async function findNotifications(
  db: Db,
  userId: number,
  { before, limit }: PageBefore,
): Promise<Notification[]> {
  return await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export async function findLastCreation(db: Db, userId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('notifications')
    .select('created_at')
    .where('user_id', '=', userId)
    .where('reason', '=', 'incidents')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.created_at;
}

export async function findNotification(db: Db, id: number): Promise<Notification | undefined> {
  return await db.selectFrom('notifications').selectAll().where('id', '=', id).executeTakeFirst();
}

/** `id + 0` keeps SQLite from reading all notifications in the order of the primary key to find a few. */
const idAlone = sql<number>`id + 0`;

/**
 * Finds a page of the notifications of incidents that may have to go another way: those whose time has come, and at once
 * those that are not tried any more. Each of the two has an index, which an `or` would not use: of an outage many wait.
 */
export async function findOverdue(
  db: Db,
  { now, after, limit }: { now: number } & PageAfter,
): Promise<Notification[]> {
  const ofIncidents = db
    .selectFrom('notifications')
    .selectAll()
    .where('reason', '=', 'incidents')
    .where(idAlone, '>', after);
  const untried = ofIncidents
    .where('due_at', 'is', null)
    .where('taken_at', 'is', null)
    .where('other_way_at', '>', now)
    // Not what waits for the end of quiet hours.
    .where('other_way_at', '=', ({ eb, ref }) => eb(ref('created_at'), '+', otherWayAfterMs));
  return await ofIncidents
    .where('other_way_at', '<=', now)
    .unionAll(untried)
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** Puts off when a notification is looked at for another way; null ends it. */
export async function putOffOtherWay(trx: Db, id: number, until: number | null): Promise<void> {
  await trx
    .updateTable('notifications')
    .set({ other_way_at: until })
    .where('id', '=', id)
    .execute();
}

/** Finds the newest notifications of a person's incidents that were stored at an instant or since, and were not kept back. */
export async function findSince(db: Db, userId: number, since: number): Promise<Notification[]> {
  return await db
    .selectFrom('notifications')
    .selectAll()
    .where('user_id', '=', userId)
    .where('created_at', '>=', since)
    .where('reason', '=', 'incidents')
    .where(isTried)
    .orderBy('id', 'desc')
    .limit(mostLater)
    .execute();
}

/** True if a notification was sent or will be; one that its budget kept back was not. */
const isTried = sql<boolean>`(due_at is not null or attempts > 0)`;

/** Finds the incidents of whose end a later notification to the same target tells. */
export async function findToldOver(
  db: Db,
  { id, user_id, target_id }: Pick<Notification, 'id' | 'user_id' | 'target_id'>,
): Promise<Set<number>> {
  const later = await db
    .selectFrom('notifications')
    .select('body')
    .where('user_id', '=', user_id)
    .where('id', '>', id)
    .where('target_id', '=', target_id)
    .where('reason', '=', 'incidents')
    .where(isTried)
    .orderBy('id')
    .limit(mostLater)
    .execute();
  const items = later.flatMap(({ body }) => (JSON.parse(body) as Message).items);
  return new Set(
    items.filter(({ phase }) => phase === 'resolved').map(({ incident_id }) => incident_id),
  );
}

export async function countTests(db: Db, userId: number, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('notifications')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('reason', '=', 'test')
    .where('created_at', '>=', since)
    .executeTakeFirstOrThrow();
  return count;
}
