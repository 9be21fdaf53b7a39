import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/**
 * What is known of a device's clock, how often it is usually heard of, what silence of it means something, what its owner says of that, and
 * when it will count as silent, in place of when it was last seen: rows from before hold that, which is earlier.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table device_status add column rhythm text not null default '';
    alter table device_status add column silent_after_ms bigint;
    alter table device_status add column silent_after_minutes integer;
    alter table device_status add column clock text not null default '';
    alter table device_status rename column seen_about to silent_about;
    `,
  );
}
