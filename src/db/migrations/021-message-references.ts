import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** What a customer calls a message, by which it is found again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `alter table sms_messages add column reference text;
    create index sms_messages_by_reference on sms_messages (user_id, reference, id)
      where reference is not null;`,
  );
}
