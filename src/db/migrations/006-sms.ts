import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** Credits, keys, contacts, and messages. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, idOf, ofOwner, clustered } = ddlOf(engine);
  const isSqlite = engine === 'sqlite';
  await execute(
    db,
    `
    create table sms_accounts (
      user_id bigint not null primary key,
      quota bigint not null,
      used bigint not null,
      quiet_from integer,
      quiet_until integer,
      created_at bigint not null,
      is_trial smallint not null default 0,
      constraint sms_accounts_never_below_zero check (used >= 0 and used <= quota)
    );

    create table sms_ledger (
      ${idOf('user_id', 'sms_ledger_key')},
      kind text not null,
      credits bigint not null,
      message_id bigint,
      job_id bigint,
      note text,
      created_at bigint not null
    );
    ${ofOwner('sms_ledger_of_account', 'sms_ledger', 'user_id')}
    -- A message is charged once and refunded once, whatever happens around it.
    create unique index sms_ledger_once_a_message on sms_ledger (user_id, message_id, kind)
      where message_id is not null;

    create table sms_forgotten (
      user_id bigint not null primary key,
      charged bigint not null,
      refunded bigint not null,
      redacted_to bigint not null
    );

    create table sms_trial_windows (
      network_key text not null primary key,
      started_at bigint not null,
      count integer not null
    );

    create table sms_keys (
      ${id('sms_keys_key')},
      user_id bigint not null,
      name text not null,
      prefix text not null,
      key_hash text not null unique,
      created_at bigint not null,
      last_used_at bigint,
      revoked_at bigint
    );
    create index sms_keys_of_account on sms_keys (user_id, id);
    ${isSqlite ? '' : keyWindows}

    create table sms_groups (
      ${idOf('user_id', 'sms_groups_key')},
      name text not null,
      created_at bigint not null
    );
    ${ofOwner('sms_groups_of_account', 'sms_groups', 'user_id')}

    create table sms_contacts (
      ${idOf('user_id', 'sms_contacts_key')},
      group_id bigint not null,
      phone text not null,
      name text,
      created_at bigint not null,
      constraint sms_contacts_of_group unique (user_id, group_id, phone)
    );

    create table sms_opt_outs (
      user_id bigint not null,
      phone text not null,
      source text not null,
      created_at bigint not null,
      constraint sms_opt_outs_key primary key (user_id, phone)
    ) ${clustered};

    create table sms_jobs (
      ${idOf('user_id', 'sms_jobs_key')},
      campaign text,
      class text not null,
      body text,
      queued integer not null,
      scheduled_at bigint,
      created_at bigint not null,
      finished_at bigint
    );
    ${ofOwner('sms_jobs_of_account', 'sms_jobs', 'user_id')}

    create table sms_messages (
      ${idOf('user_id', 'sms_messages_key')},
      job_id bigint,
      phone text not null,
      body text,
      class text not null,
      status text not null,
      encoding text not null,
      segments smallint not null,
      cost integer not null,
      priority smallint not null,
      error text,
      provider text,
      attempts integer not null default 0,
      scheduled_at bigint,
      created_at bigint not null,
      due_at bigint,
      claimed_by bigint,
      expires_at bigint not null,
      sent_at bigint,
      delivered_at bigint,
      simulated smallint not null default 0,
      sender text,
      in_doubt integer not null default 0
    )${isSqlite ? '' : roomForClaims};
    ${ofOwner('sms_messages_of_account', 'sms_messages', 'user_id')}
    create index sms_messages_of_job on sms_messages (user_id, job_id, id)
      where job_id is not null;
    -- The outbox: messages that wait or are claimed.
    create index sms_messages_due on sms_messages (priority, user_id, due_at, id)
      where due_at is not null;
    create index sms_messages_expiring on sms_messages (expires_at) where due_at is not null;
    -- A receipt may name the phone of a message whose response, and with it its id, never came.
    create index sms_messages_unknown on sms_messages (phone) where in_doubt > 0;

    create table sms_claimers (
      ${id('sms_claimers_key')},
      lease_until bigint
    );

    create table sms_idempotency (
      user_id bigint not null,
      key text not null,
      request_hash text not null,
      message_id bigint,
      status integer not null,
      answer text not null,
      created_at bigint not null,
      constraint sms_idempotency_key primary key (user_id, key)
    ) ${clustered};
    create index sms_idempotency_by_age on sms_idempotency (created_at);

    `,
  );
}

/** Unlogged: a crash may take counts of a minute, and a request costs no sync of the disk. */
const keyWindows = `
    create unlogged table sms_key_windows (
      key_id bigint not null primary key,
      started_at bigint not null,
      count integer not null
    );
  `;

/**
 * A claim changes no column that an index has in its key or its condition, so on PostgreSQL it costs no
 * entry in any index where the row's page has room for another version of it (a heap-only tuple). At 60
 * a quarter of the claims found none. Once all is sent the table is no larger than with fuller pages:
 * what had no room there would have gone to new ones.
 */
const roomForClaims = ' with (fillfactor = 45)';
