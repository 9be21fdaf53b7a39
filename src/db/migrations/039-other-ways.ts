import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** When a notification is looked at again: one that has not arrived by then goes another way as well. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `alter table notifications add column other_way_at bigint;
    create index notifications_other_ways on notifications (other_way_at)
      where other_way_at is not null;`,
  );
}
