import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/**
 * A target has taken a delivery; whether a phone had it is another question, which `delivered_at` of messages answers.
 * It is decided whether to notify a recipient, and nothing is sent then.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table notifications rename column delivered_at to taken_at;
    alter table sms_webhook_deliveries rename column delivered_at to taken_at;
    alter table lorawan_downlinks rename column delivered_at to taken_at;
    alter table incident_recipients rename column due_at to decide_at;
    `,
  );
}
