import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** The doors by which readings of a device come, each with the first and the newest one. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    create table device_arrivals (
      device_id bigint not null,
      door text not null,
      first_at bigint not null,
      last_at bigint not null,
      constraint device_arrivals_key primary key (device_id, door)
    );
    `,
  );
}
