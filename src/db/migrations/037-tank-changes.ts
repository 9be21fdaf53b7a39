import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** When the shape of a tank, or the place of its sensor, was last changed: the level that follows is another one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(db, 'alter table sensor_configs add column tank_changed_at bigint;');
}
