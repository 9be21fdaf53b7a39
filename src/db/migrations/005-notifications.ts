import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Who is told of incidents, how, and what was sent; and questions that came by SMS. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, clustered } = ddlOf(engine);
  await execute(
    db,
    `
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
      session_id text,
      user_agent text,
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
      salt text not null,
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
    create table phone_words (
      account_id bigint not null,
      target_id bigint not null,
      created_at bigint not null,
      constraint phone_words_key primary key (target_id, account_id)
    ) ${clustered};
    create index sms_questions_by_age on sms_questions (created_at);
    `,
  );
}
