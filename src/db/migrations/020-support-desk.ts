import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Accounts whose messages are held, since when and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table sms_accounts add column suspended_at bigint;
    alter table sms_accounts add column suspended_reason text;
    `,
  );
}
