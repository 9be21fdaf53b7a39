import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** LoRaWAN: secrets of webhooks, mappings of payloads, and the last message of each device. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id } = ddlOf(engine);
  await execute(
    db,
    `
    create table lorawan_secrets (
      ${id('lorawan_secrets_key')},
      user_id bigint not null,
      name text not null,
      network text not null,
      prefix text not null,
      secret_hash text not null unique,
      created_at bigint not null,
      last_used_at bigint,
      revoked_at bigint
    );
    create index lorawan_secrets_of_user on lorawan_secrets (user_id, id);
    create table lorawan_mappings (
      ${id('lorawan_mappings_key')},
      user_id bigint not null,
      profile text not null,
      profile_key text not null,
      mapping text not null,
      created_at bigint not null,
      changed_at bigint not null
    );
    create unique index lorawan_mappings_of_user on lorawan_mappings (user_id, profile_key);
    create table lorawan_devices (
      device_id bigint not null,
      user_id bigint not null,
      message text not null,
      recent_ids text not null,
      heard_at bigint not null,
      constraint lorawan_devices_key primary key (device_id)
    );
    create index lorawan_devices_of_user on lorawan_devices (user_id, device_id);
    `,
  );
}
