import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/**
 * Room for a row that is written and taken away again, to see whether the disk takes writes; and where the
 * database is, by which it is noticed when a copy of it was put back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    create table storage_probes (filling text not null);
    create table database_home (id bigint not null primary key, home text not null);
    `,
  );
}
