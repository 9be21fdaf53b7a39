import type { Kysely } from 'kysely';
import { type Engine, execute } from './ddl.ts';

/** Readings that are packed, some thousand in a row, and up to which instant those of a sensor are. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const isSqlite = engine === 'sqlite';
  await execute(
    db,
    `
    create table packed_readings (
      device_id bigint not null,
      sensor_no integer not null,
      start_at bigint not null,
      last_at bigint not null,
      count integer not null,
      body ${isSqlite ? 'blob' : 'bytea'} not null,
      constraint packed_readings_key primary key (device_id, sensor_no, start_at)
    );
    ${isSqlite ? '' : 'alter table packed_readings alter column body set storage external;'}
    alter table sensors add column packed_until bigint not null default 0;
    `,
  );
}
