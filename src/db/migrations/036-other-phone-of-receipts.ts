import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Receipts that wait for their message keep both of their numbers, as either may be its phone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `alter table sms_early_receipts add column other_phone text not null default '';`,
  );
}
