import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** What is known of the counts of a device without a clock. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, "alter table device_status add column boots text not null default '';");
}
