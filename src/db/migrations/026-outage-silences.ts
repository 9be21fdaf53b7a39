import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Since when each device of an outage is silent: the device itself says only when it was last seen. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, 'alter table outage_devices add column silent_since bigint;');
}
