import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** People, their sessions and second factors, what strangers tried, and who did what. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, clustered } = ddlOf(engine);
  await execute(
    db,
    `
    create table users (
      ${id('users_key')},
      email text not null,
      email_key text not null unique,
      full_name text,
      timezone text not null,
      password_hash text not null,
      created_at bigint not null,
      role text not null default 'user',
      language text not null default 'en',
      water_price double precision
    );

    create table sessions (
      id text not null primary key,
      user_id bigint not null,
      created_at bigint not null,
      expires_at bigint not null,
      address text,
      user_agent text,
      last_seen_at bigint not null
    ) ${clustered};
    create index sessions_of_user on sessions (user_id);
    create index sessions_by_expiry on sessions (expires_at);

    create table known_devices (
      user_id bigint not null,
      mark text not null,
      seen_at bigint not null,
      constraint known_devices_key primary key (user_id, mark)
    ) ${clustered};
    create table password_resets (
      user_id bigint not null primary key,
      token_hash text not null unique,
      expires_at bigint not null
    );

    create table second_factors (
      user_id bigint not null primary key,
      sealed_secret text not null,
      started_at bigint not null,
      confirmed_at bigint
    );
    create table second_factor_uses (
      user_id bigint not null,
      step bigint not null,
      constraint second_factor_uses_key primary key (user_id, step)
    );
    create table recovery_codes (
      user_id bigint not null,
      code_hash text not null,
      constraint recovery_codes_key primary key (user_id, code_hash)
    );

    create table audit_entries (
      ${id('audit_entries_pkey')},
      actor_id bigint,
      actor text,
      action text not null,
      account_id bigint,
      account text,
      device_id bigint,
      address text,
      facts text not null,
      created_at bigint not null
    );
    create index audit_entries_of_account on audit_entries (account_id, id);
    create index audit_entries_of_device on audit_entries (device_id, id);
    create index audit_entries_by_time on audit_entries (created_at);
    `,
  );
  if (engine === 'postgres') await execute(db, throttles);
}

/**
 * Counts that all processes share; an embedded database has one process, which counts in memory. The
 * columns and their order are those of `rate-limiter-flexible`. Unlogged: a crash may take counts of an
 * hour, and a login costs no sync of the disk.
 */
const throttles = `
  create unlogged table throttles (
    key text not null primary key,
    points integer not null default 0,
    expire bigint
  );
`;
