import type { Kysely } from 'kysely';
import { ddlOf, type Engine, execute } from './ddl.ts';

/** What providers and phones answered, names of senders, and webhooks. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  const { id, idOf, ofOwner, clustered } = ddlOf(engine);
  await execute(
    db,
    `
    -- An SMSC may give an id to several messages.
    create table sms_provider_refs (
      provider text not null,
      ref text not null,
      user_id bigint not null,
      message_id bigint not null,
      delivered smallint not null,
      constraint sms_provider_refs_once primary key (provider, ref, user_id, message_id)
    ) ${clustered};
    create index sms_provider_refs_of_message on sms_provider_refs (user_id, message_id);

    create table sms_early_receipts (
      provider text not null,
      ref text not null,
      phone text not null,
      status text not null,
      error text,
      any_form smallint not null,
      received_at bigint not null,
      due_at bigint not null,
      constraint sms_early_receipts_once primary key (provider, ref, phone)
    ) ${clustered};
    create index sms_early_receipts_due on sms_early_receipts (due_at);
    create index sms_early_receipts_by_age on sms_early_receipts (received_at);

    create table sms_receipt_id_forms (
      provider text not null,
      form text not null,
      score integer not null,
      constraint sms_receipt_id_forms_key primary key (provider, form)
    ) ${clustered};

    create table sms_senders (
      sender text not null primary key,
      name text not null,
      user_id bigint not null,
      created_at bigint not null
    );
    create index sms_senders_of_account on sms_senders (user_id, created_at, sender);

    create table sms_inbound (
      ${id('sms_inbound_key')},
      user_id bigint,
      provider text not null,
      ref text,
      from_phone text not null,
      to_number text not null,
      body text,
      received_at bigint not null,
      constraint sms_inbound_once unique (provider, ref)
    );
    create index sms_inbound_texts on sms_inbound (received_at) where body is not null;
    create index sms_inbound_of_account on sms_inbound (user_id, id);

    create table sms_inbound_marks (
      mark text not null primary key,
      seen_at bigint not null
    ) ${clustered};
    create index sms_inbound_marks_by_age on sms_inbound_marks (seen_at);

    create table sms_webhooks (
      ${idOf('user_id', 'sms_webhooks_key')},
      url text not null,
      sealed_secret text not null,
      created_at bigint not null
    );
    ${ofOwner('sms_webhooks_of_account', 'sms_webhooks', 'user_id')}

    create table sms_webhook_deliveries (
      ${idOf('user_id', 'sms_webhook_deliveries_key')},
      webhook_id bigint not null,
      event text not null,
      body text not null,
      created_at bigint not null,
      due_at bigint,
      lease_until bigint,
      attempts integer not null,
      delivered_at bigint,
      last_error text
    );
    create index sms_webhook_deliveries_due on sms_webhook_deliveries (webhook_id, due_at, id)
      where due_at is not null;
    create index sms_webhook_deliveries_of_webhook on sms_webhook_deliveries (webhook_id, id);
    create index sms_webhook_deliveries_by_age on sms_webhook_deliveries (created_at);
    `,
  );
}
