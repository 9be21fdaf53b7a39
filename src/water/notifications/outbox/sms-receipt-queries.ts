import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import type { SmsStanding } from '../channels/sms-standing.ts';

/** Notification whose SMS was taken, and its number. */
type Which = { id: number; target_id: number };

type Noted = Omit<SmsStanding, 'messageId'> & {
  messageId?: string | null;
  /** Instant when the service is next asked; null where nothing further is to be known. */
  askAt: number | null;
  /** Why the phone did not get it. */
  error?: string;
  /** Instant from which it goes another way, where the phone did not get it. */
  otherWayAt?: number;
};

/** Notes what the SMS service says of a notification, and whether anything reaches its number. */
export async function noteSms(
  db: Database,
  { id, target_id }: Which,
  { state, receivedAt, messageId, askAt, error, otherWayAt }: Noted,
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx
      .updateTable('notifications')
      .set({ sms_state: state, received_at: receivedAt, sms_ask_at: askAt })
      .$if(messageId !== undefined, (update) => update.set({ sms_id: messageId ?? null }))
      .$if(otherWayAt !== undefined, (update) => update.set({ other_way_at: otherWayAt ?? null }))
      .$if(error !== undefined, (update) => update.set({ last_error: error ?? null }))
      .where('id', '=', id)
      .execute();
    await trx
      .updateTable('notification_targets')
      .set({ is_simulated: state === 'simulated' ? 1 : 0 })
      .where('id', '=', target_id)
      .execute();
  });
}

/** Puts off when the service is asked about an SMS; null gives up. */
export async function askLater(db: Db, id: number, askAt: number | null): Promise<void> {
  await db.updateTable('notifications').set({ sms_ask_at: askAt }).where('id', '=', id).execute();
}

type Due = { until: number; limit: number };

/** Finds SMS about which their services are to be asked now, those that wait longest first. */
export async function findSmsToAskFor(db: Db, { until, limit }: Due) {
  return await db
    .selectFrom('notifications')
    .select(['id', 'user_id', 'target_id', 'created_at', 'paid_by'])
    .select((eb) => eb.ref('sms_id').$notNull().as('sms_id'))
    .where('sms_ask_at', '<=', until)
    .where('sms_id', 'is not', null)
    .orderBy('sms_ask_at')
    .limit(limit)
    .execute();
}
