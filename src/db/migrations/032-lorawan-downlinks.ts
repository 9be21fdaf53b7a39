import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Commands over LoRaWAN: where downlinks go, how those of a pump are written, and those that are under way. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id } = ddlOf(engine);
  await execute(
    db,
    `
    create table lorawan_servers (
      ${id('lorawan_servers_key')},
      user_id bigint not null,
      network text not null,
      url text not null,
      webhook_id text,
      sealed_key text not null,
      changed_at bigint not null
    );
    create unique index lorawan_servers_of_user on lorawan_servers (user_id, network);
    create table lorawan_pumps (
      device_id bigint not null,
      user_id bigint not null,
      sensor_name text not null,
      server_id bigint not null,
      f_port integer not null,
      on_frame text not null,
      off_frame text not null,
      stops_by_itself integer not null,
      receipt_is_done integer not null,
      queued text not null,
      changed_at bigint not null,
      constraint lorawan_pumps_key primary key (device_id)
    );
    create index lorawan_pumps_of_server on lorawan_pumps (server_id);
    create table lorawan_downlinks (
      ${id('lorawan_downlinks_key')},
      server_id bigint not null,
      device_id bigint not null,
      wanted text not null,
      created_at bigint not null,
      due_at bigint,
      lease_until bigint,
      attempts integer not null default 0,
      delivered_at bigint,
      last_error text
    );
    create index lorawan_downlinks_of_device on lorawan_downlinks (device_id);
    create index lorawan_downlinks_due on lorawan_downlinks (server_id, due_at)
      where due_at is not null;
    `,
  );
}
