import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Whether an account's texts go out with curly quotes, dashes and blanks as their GSM 7 bit twins. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    'alter table sms_accounts add column smart_encoding integer not null default 0;',
  );
}
