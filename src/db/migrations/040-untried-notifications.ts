import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Finds the notifications that are not tried any more, and may have to go another way, among many that wait. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `create index notifications_untried on notifications (other_way_at)
      where due_at is null and delivered_at is null and other_way_at is not null;`,
  );
}
