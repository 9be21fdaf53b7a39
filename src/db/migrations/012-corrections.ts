import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Stretches of a sensor in which, as people say, nothing was used and nothing came in. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { idOf } = ddlOf(engine);
  await execute(
    db,
    `
    create table corrections (
      ${idOf('device_id', 'corrections_key')},
      sensor_no integer not null,
      kind text not null,
      begun_at bigint not null,
      ended_at bigint not null,
      created_at bigint not null
    );
    create index corrections_of_sensor on corrections (device_id, sensor_no, begun_at);
    `,
  );
}
