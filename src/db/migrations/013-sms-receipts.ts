import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/**
 * What became of notifications by SMS: their state and id in the SMS service, when it is asked next, and when
 * the phone had them; and numbers whose last SMS was simulated, so that nothing reaches them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table notifications add column sms_state text;
    alter table notifications add column sms_id text;
    alter table notifications add column sms_ask_at bigint;
    alter table notifications add column received_at bigint;
    create index notifications_sms_asks on notifications (sms_ask_at) where sms_ask_at is not null;
    alter table notification_targets add column is_simulated integer not null default 0;
    `,
  );
}
