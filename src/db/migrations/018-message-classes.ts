import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Class of messages that name none, by account; and the only class that a sender carries. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table sms_accounts add column default_class text not null default 'transactional';
    alter table sms_senders add column class text;
    `,
  );
}
