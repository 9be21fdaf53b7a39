import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Devices, readings with their hourly rollups, pump commands, incidents and tickets of live streams. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, idOf, clustered } = ddlOf(engine);
  const isSqlite = engine === 'sqlite';
  await execute(
    db,
    `
    create table devices (
      ${id('devices_key')},
      owner_id bigint not null,
      mac_or_serial text not null,
      identity text not null unique,
      name text,
      key_version integer not null,
      key_required integer not null,
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
      ${isSqlite ? headChunk : ''}
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

    create table hourly_rollups (
      device_id bigint not null,
      sensor_no integer not null,
      hour bigint not null,
      count integer not null,
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
      suspects integer not null,
      noise double precision not null,
      tracker text not null,
      constraint hourly_rollups_key primary key (device_id, sensor_no, hour)
    ) ${isSqlite ? clustered : roomForUpdates};

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
    create index pump_commands_of_device on pump_commands (device_id, id);
    create index pump_commands_pending on pump_commands (device_id, expires_at)
      where status = 'pending';
    create index pump_commands_by_next on pump_commands (next_at) where next_at is not null;

    create table incidents (
      ${idOf('device_id', 'incidents_key')},
      sensor_name text,
      kind text not null,
      facts text not null,
      type text not null,
      severity text not null,
      source text not null,
      created_at bigint not null,
      raised_at bigint not null,
      resolved_at bigint,
      acknowledged_at bigint,
      acknowledged_by bigint,
      snoozed_until bigint,
      routed_at bigint
    );
    create index incidents_of_device on incidents (device_id, id);
    create index incidents_by_time on incidents (device_id, created_at);
    create index incidents_by_news on incidents (device_id, raised_at);
    create index incidents_open on incidents (kind, device_id) where resolved_at is null and source = 'auto';
    create index outages_by_time on incidents (created_at) where kind = 'outage';
    create index outages_open on incidents (id) where kind = 'outage' and resolved_at is null and source = 'auto';

    create table alert_reads (
      device_id bigint not null,
      user_id bigint not null,
      incident_id bigint not null,
      raised_at bigint not null,
      read_at bigint not null,
      constraint alert_reads_key primary key (device_id, user_id, incident_id)
    ) ${clustered};

    create table alert_marks (
      device_id bigint not null,
      user_id bigint not null,
      last_id bigint not null,
      raised_at bigint not null,
      read_at bigint not null,
      constraint alert_marks_key primary key (device_id, user_id)
    ) ${clustered};

    create table outage_devices (
      device_id bigint not null,
      incident_id bigint not null,
      incident_device_id bigint not null,
      left_at bigint,
      constraint outage_devices_key primary key (device_id, incident_id)
    ) ${clustered};
    create index outage_devices_of_incident on outage_devices (incident_id);
    create unique index outage_devices_silent on outage_devices (device_id) where left_at is null;
    create index incidents_unrouted on incidents (device_id, id) where routed_at is null;

    create table notification_settings (
      user_id bigint not null primary key,
      channels text not null,
      quiet_from integer not null,
      quiet_until integer not null,
      escalate_minutes integer not null,
      sms_a_day integer not null,
      sms_api text,
      phone_check text
    );
    create table notification_rules (
      user_id bigint not null,
      device_id bigint not null,
      channels text not null,
      constraint notification_rules_key primary key (user_id, device_id)
    ) ${clustered};
    create index notification_rules_of_device on notification_rules (device_id);

    create table notification_targets (
      ${id('notification_targets_key')},
      user_id bigint not null,
      channel text not null,
      address text not null,
      sealed_secret text,
      created_at bigint not null,
      constraint notification_targets_once unique (user_id, channel, address)
    );
    create index notification_targets_by_address on notification_targets (address, channel);

    create table incident_recipients (
      device_id bigint not null,
      incident_id bigint not null,
      user_id bigint not null,
      not_before bigint not null,
      messages integer not null,
      told_severity text,
      told_raised_at bigint,
      told_resolved smallint not null,
      is_held smallint not null,
      due_at bigint,
      created_at bigint not null,
      constraint incident_recipients_key primary key (user_id, device_id, incident_id)
    ) ${clustered};
    create index incident_recipients_due on incident_recipients (due_at, user_id) where due_at is not null;
    create index incident_recipients_by_age on incident_recipients (created_at);

    create table notifications (
      ${id('notifications_key')},
      user_id bigint not null,
      target_id bigint not null,
      channel text not null,
      address text not null,
      reason text not null,
      body text not null,
      created_at bigint not null,
      due_at bigint,
      lease_until bigint,
      attempts integer not null,
      delivered_at bigint,
      last_error text,
      unsure smallint not null
    );
    create index notifications_due on notifications (target_id, due_at, id) where due_at is not null;
    create index notifications_of_person on notifications (user_id, id);
    create index notifications_by_age on notifications (created_at);

    create table sms_questions (
      user_id bigint not null,
      message_id text not null,
      phone text not null,
      asked text not null,
      answer text not null,
      created_at bigint not null,
      constraint sms_questions_key primary key (user_id, message_id)
    ) ${clustered};
    create index sms_questions_of_phone on sms_questions (user_id, phone, created_at);
    create index sms_questions_by_age on sms_questions (created_at);

    create table stream_tickets (
      token_hash text not null primary key,
      session_id text not null,
      expires_at bigint not null
    );
    create index stream_tickets_by_expiry on stream_tickets (expires_at);
    `,
  );
}

/**
 * On SQLite a commit writes every page that it touches. So the newest readings of a sensor and its newest
 * hour wait in the sensor's row, which each push writes anyway, and go to their own tables together.
 */
const headChunk = 'head_chunk text,';

/**
 * A month of UTC that is no longer kept is one `drop table`. The server makes the months; what no month
 * holds goes to `readings_default`.
 */
const byMonth = `partition by range (recorded_at);
    create table readings_default partition of readings default`;

/**
 * The hour of a sensor is rewritten with each reading. Where a batch rewrites all hours of a full page,
 * PostgreSQL finds no room on it, and the table grows to several times its size (`docs/scaling.md`).
 */
const roomForUpdates = 'with (fillfactor = 50)';
