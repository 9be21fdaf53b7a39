import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Messages by their phone, over all accounts: a STOP to a sender that accounts share is for those that wrote. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, 'create index sms_messages_to_phone on sms_messages (phone, id);');
}
