import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Incidents, who has read them, and outages. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { idOf, ofOwner, clustered } = ddlOf(engine);
  await execute(
    db,
    `
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
    ${ofOwner('incidents_of_device', 'incidents', 'device_id')}
    create index incidents_by_time on incidents (device_id, created_at);
    create index incidents_by_news on incidents (device_id, raised_at);
    create index incidents_open on incidents (kind, device_id) where resolved_at is null and source = 'auto';
    create index outages_by_time on incidents (created_at) where kind = 'outage';
    create index outages_open on incidents (id) where kind = 'outage' and resolved_at is null and source = 'auto';
    create index incidents_by_end on incidents (resolved_at) where resolved_at is not null;
    create index incidents_written on incidents (created_at) where source = 'user';
    create index incidents_unrouted on incidents (device_id, id) where routed_at is null;

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
    `,
  );
}
