import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** The readings of a device that were refused one after another: how many, since when, the last one and why. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table devices add column readings_refused integer not null default 0;
    alter table devices add column readings_refused_since bigint;
    alter table devices add column readings_refused_at bigint;
    alter table devices add column readings_refused_for text;
    create index devices_refused on devices (id) where readings_refused > 0;
    `,
  );
}
