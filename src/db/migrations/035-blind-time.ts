import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Time of each hour in which a sensor told nothing of the level. Hours of before count as seen until they are made anew. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, 'alter table hourly_rollups add column blind_ms integer not null default 0;');
}
