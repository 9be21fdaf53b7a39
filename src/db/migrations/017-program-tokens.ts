import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Long-lived tokens of programs. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id } = ddlOf(engine);
  await execute(
    db,
    `
    create table program_tokens (
      ${id('program_tokens_key')},
      user_id bigint not null,
      name text not null,
      scope text not null,
      device_ids text,
      prefix text not null,
      token_hash text not null unique,
      created_at bigint not null,
      last_used_at bigint,
      revoked_at bigint
    );
    create index program_tokens_of_user on program_tokens (user_id, id);
    `,
  );
}
