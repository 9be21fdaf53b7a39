import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Devices and whom they are shared with, when they were last heard, and tickets of live streams. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, clustered } = ddlOf(engine);
  await execute(
    db,
    `
    create table devices (
      ${id('devices_key')},
      owner_id bigint not null,
      mac_or_serial text not null,
      identity text not null unique,
      name text,
      key_salt text not null,
      key_required integer not null,
      refusals integer not null default 0,
      refused_at bigint,
      refused_for text,
      placed_latitude double precision,
      placed_longitude double precision,
      placed_at bigint,
      created_at bigint not null
    );
    create index devices_of_owner on devices (owner_id, id);

    create table device_groups (
      ${id('device_groups_key')},
      owner_id bigint not null,
      name text not null,
      created_at bigint not null
    );
    create index device_groups_of_owner on device_groups (owner_id, id);

    create table group_devices (
      group_id bigint not null,
      device_id bigint not null,
      constraint group_devices_key primary key (group_id, device_id)
    ) ${clustered};
    create index group_devices_of_device on group_devices (device_id);

    create table shares (
      ${id('shares_key')},
      device_id bigint,
      group_id bigint,
      role smallint not null,
      email text,
      email_key text,
      phone text,
      salt text not null,
      user_id bigint,
      keep_history smallint,
      keep_shares smallint,
      invited_by bigint not null,
      created_at bigint not null,
      expires_at bigint,
      accepted_at bigint
    );
    create index shares_of_device on shares (device_id, id);
    create index shares_of_group on shares (group_id, id);
    create index shares_of_person on shares (user_id) where user_id is not null;
    create index shares_of_email on shares (email_key) where accepted_at is null;
    create index shares_of_phone on shares (phone) where accepted_at is null;

    create table device_roles (
      user_id bigint not null,
      device_id bigint not null,
      role smallint not null,
      constraint device_roles_key primary key (user_id, device_id)
    ) ${clustered};
    create index device_roles_of_device on device_roles (device_id);

    create table removed_devices (
      device_id bigint not null primary key,
      removed_at bigint not null
    );

    create table device_status (
      device_id bigint not null primary key,
      last_seen_at bigint,
      seen_about bigint,
      silent_since bigint,
      latitude double precision,
      longitude double precision,
      located_at bigint,
      battery_percent double precision,
      signal_dbm double precision,
      health_at bigint,
      watch text not null default ''
    );
    create index device_status_by_seen on device_status (seen_about, device_id)
      where silent_since is null;
    create index device_status_returned on device_status (device_id)
      where silent_since is not null and seen_about is not null;

    create table stream_tickets (
      token_hash text not null primary key,
      session_id text not null,
      expires_at bigint not null
    );
    create index stream_tickets_by_expiry on stream_tickets (expires_at);
    `,
  );
}
