import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** What forecasts take from the weeks behind a sensor, learnt once a day. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { clustered } = ddlOf(engine);
  await execute(
    db,
    `
    create table use_habits (
      device_id bigint not null,
      sensor_no integer not null,
      learnt_at bigint not null,
      due_at bigint not null,
      timezone text not null,
      is_litres smallint not null,
      habit text,
      constraint use_habits_key primary key (device_id, sensor_no)
    ) ${clustered};
    `,
  );
}
