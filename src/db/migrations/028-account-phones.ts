import type { Kysely } from 'kysely';
import { execute } from './ddl.ts';

/** Numbers by which accounts sign in, and the codes that were sent to verify them or to reset a password. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await execute(
    db,
    `
    alter table users add column phone text;
    create unique index users_by_phone on users (phone) where phone is not null;
    create table phone_codes (
      user_id bigint not null,
      purpose text not null,
      phone text not null,
      code_hash text not null,
      sent_at bigint not null,
      expires_at bigint not null,
      tries_left integer not null,
      constraint phone_codes_key primary key (user_id, purpose)
    );
    `,
  );
}
