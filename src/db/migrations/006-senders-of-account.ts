import type { Kysely } from 'kysely';

/** Every message looks up the oldest sender of its account, and must not read all senders for it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createIndex('sms_senders_of_account')
    .on('sms_senders')
    .columns(['user_id', 'created_at', 'sender'])
    .execute();
}
