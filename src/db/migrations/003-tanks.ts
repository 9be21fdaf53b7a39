import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Sensors, their readings, hourly rollups and refills, and the commands of their pumps. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { idOf, ofOwner, clustered } = ddlOf(engine);
  const isSqlite = engine === 'sqlite';
  await execute(
    db,
    `
    create table sensor_configs (
      ${idOf('device_id', 'sensor_configs_key')},
      sensor_name text not null,
      capacity integer not null,
      high_threshold integer not null,
      low_threshold integer not null,
      tank text,
      supply text,
      muted_kinds text not null default '',
      pump_max_minutes integer,
      pump_rest_minutes integer,
      fills_from text,
      created_at bigint not null,
      updated_at bigint not null,
      constraint sensor_configs_of_sensor unique (device_id, sensor_name)
    );

    create table sensors (
      device_id bigint not null,
      sensor_no integer not null,
      name text not null,
      recorded_at bigint,
      level double precision,
      level_cm double precision,
      volume double precision,
      temperature double precision,
      pump smallint,
      latitude double precision,
      longitude double precision,
      status smallint,
      source smallint,
      filtered_level double precision,
      noise double precision,
      quality smallint,
      watch text not null,
      auto_on_below double precision,
      auto_off_above double precision,
      pump_state text,
      pump_check_at bigint,
      constraint sensors_key primary key (device_id, sensor_no),
      constraint sensors_of_device unique (device_id, name)
    ) ${clustered};

    create index sensors_by_pump_check on sensors (pump_check_at) where pump_check_at is not null;

    create table removed_sensors (
      device_id bigint not null,
      sensor_no integer not null,
      sensor_name text not null,
      last_incident_id bigint not null,
      last_command_id bigint not null,
      removed_at bigint not null,
      constraint removed_sensors_key primary key (device_id, sensor_no)
    ) ${clustered};

    create table readings (
      device_id bigint not null,
      sensor_no integer not null,
      recorded_at bigint not null,
      level double precision not null,
      level_cm double precision,
      volume double precision,
      temperature double precision,
      pump smallint,
      latitude double precision,
      longitude double precision,
      status smallint not null,
      source smallint not null,
      filtered_level double precision,
      noise double precision,
      quality smallint,
      constraint readings_key primary key (device_id, sensor_no, recorded_at)
    ) ${isSqlite ? clustered : byMonth};

    -- In an order that leaves PostgreSQL the fewest gaps: each number begins at a multiple of its size.
    create table hourly_rollups (
      device_id bigint not null,
      sensor_no integer not null,
      count integer not null,
      hour bigint not null,
      level_min double precision not null,
      level_max double precision not null,
      level_sum double precision not null,
      first_at bigint not null,
      first_level double precision not null,
      first_volume double precision,
      last_at bigint not null,
      last_level double precision not null,
      last_volume double precision,
      consumed_level double precision not null,
      refilled_level double precision not null,
      consumed_volume double precision not null,
      refilled_volume double precision not null,
      gap_level double precision not null,
      gap_volume double precision not null,
      noise double precision not null,
      suspects integer not null,
      ${isSqlite ? '' : shelf}
      tracker text not null,
      constraint hourly_rollups_key primary key (device_id, sensor_no, hour${isSqlite ? '' : ', shelf'})
    ) ${isSqlite ? clustered : byShelf};

    create table refills (
      device_id bigint not null,
      sensor_no integer not null,
      hour bigint not null,
      begun_at bigint not null,
      ended_at bigint not null,
      level_before double precision not null,
      level_after double precision not null,
      risen_level double precision not null,
      risen_volume double precision not null,
      constraint refills_key primary key (device_id, sensor_no, hour, begun_at)
    ) ${clustered};

    create table refill_sources (
      device_id bigint not null,
      sensor_no integer not null,
      begun_at bigint not null,
      source text not null,
      constraint refill_sources_key primary key (device_id, sensor_no, begun_at)
    ) ${clustered};

    create table tanker_receipts (
      ${idOf('device_id', 'tanker_receipts_key')},
      sensor_no integer not null,
      received_at bigint not null,
      litres double precision not null,
      supplier text,
      price double precision,
      created_at bigint not null
    );
    create index tanker_receipts_of_sensor on tanker_receipts (device_id, sensor_no, received_at);

    create table pump_commands (
      ${idOf('device_id', 'pump_commands_key')},
      sensor_name text not null,
      command text not null,
      turn_on_below double precision,
      turn_off_above double precision,
      status text not null,
      source text not null,
      created_at bigint not null,
      expires_at bigint not null,
      schedule text,
      next_at bigint,
      delivered_at bigint,
      acknowledged_at bigint
    );
    ${ofOwner('pump_commands_of_device', 'pump_commands', 'device_id')}
    create index pump_commands_pending on pump_commands (device_id, expires_at)
      where status = 'pending';
    create index pump_commands_over on pump_commands (created_at)
      where status <> 'pending' and next_at is null;
    create index pump_commands_by_next on pump_commands (next_at) where next_at is not null;
    `,
  );
}

/**
 * A month of UTC that is no longer kept is one `drop table`. The server makes the months; what no month
 * holds goes to `readings_default`.
 */
const byMonth = `partition by range (recorded_at);
    create table readings_default partition of readings default`;

/** Where a rollup lies, which only PostgreSQL and `src/water/record/postgres/shelve-rollups.ts` know. */
const shelf = 'shelf smallint not null default 0,';

/**
 * PostgreSQL keeps rows as they came, so that each hour of a sensor is on another page; on other shelves
 * its finished hours lie together. SQLite has them so by their key.
 *
 * The present hour of a sensor is rewritten with each reading. Where a batch rewrites all hours of a full
 * page, PostgreSQL finds no room on it, and the table grows to several times its size (`docs/scaling.md`).
 */
const byShelf = `partition by list (shelf);
    create table hourly_rollups_present partition of hourly_rollups for values in (0)
      with (fillfactor = 50);
    create table hourly_rollups_days partition of hourly_rollups for values in (1);
    create table hourly_rollups_runs partition of hourly_rollups for values in (2)`;
