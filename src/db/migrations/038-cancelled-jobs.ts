import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** When a job was cancelled: what a provider sends back after that is not tried again. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, 'alter table sms_jobs add column cancelled_at bigint;');
}
