import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Messages that devices sign: who must, the number of their key, and the counter that each has come to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table devices add column only_signed integer not null default 0;
    alter table devices add column key_no integer not null default 0;
    alter table devices add column former_salt text;
    alter table devices add column former_until bigint;
    alter table device_status add column signed text not null default '';
    `,
  );
}
