import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

type Engine = 'sqlite' | 'postgres';

/** Roles of accounts, and the SMS service: credits, keys, contacts, messages, providers' answers. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('role', 'text', (column) => column.notNull().defaultTo('user'))
    .execute();
  await createCredits(db, engine);
  await createContacts(db, engine);
  await createMessages(db, engine);
  await createProviderAnswers(db, engine);
  await createWebhooks(db, engine);
}

/** An integer that the engine counts up and never gives twice. */
function withId<T extends string>(table: CreateTableBuilder<T>, engine: Engine) {
  return engine === 'sqlite'
    ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('id', 'bigint', (column) => column.generatedAlwaysAsIdentity().notNull());
}

/** An id of its own and an account; on PostgreSQL both are the key, so that rows can be spread by account. */
function ofAccount<T extends string>(name: T, table: CreateTableBuilder<T>, engine: Engine) {
  const owned = withId(table, engine).addColumn('user_id', 'bigint', (column) => column.notNull());
  return engine === 'sqlite'
    ? owned
    : owned.addPrimaryKeyConstraint(`${name}_key`, ['user_id', 'id'] as never);
}

/** Rows stored in the order of the primary key. */
function clustered<T extends string>(table: CreateTableBuilder<T>, engine: Engine) {
  return engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table;
}

async function createCredits(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('sms_accounts')
    .addColumn('user_id', 'bigint', (column) => column.notNull().primaryKey())
    .addColumn('quota', 'bigint', (column) => column.notNull())
    .addColumn('used', 'bigint', (column) => column.notNull())
    .addColumn('quiet_from', 'integer')
    .addColumn('quiet_until', 'integer')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addCheckConstraint('sms_accounts_never_below_zero', sql`used >= 0 and used <= quota`)
    .execute();
  await ofAccount('sms_ledger', db.schema.createTable('sms_ledger'), engine)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('credits', 'bigint', (column) => column.notNull())
    .addColumn('message_id', 'bigint')
    .addColumn('job_id', 'bigint')
    .addColumn('note', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sms_ledger_of_account')
    .on('sms_ledger')
    .columns(['user_id', 'id'])
    .execute();
  // A message is charged once and refunded once, whatever happens around it.
  await db.schema
    .createIndex('sms_ledger_once_a_message')
    .on('sms_ledger')
    .columns(['user_id', 'message_id', 'kind'])
    .unique()
    .where(sql.ref('message_id'), 'is not', sql.lit(null))
    .execute();
  await withKey(withId(db.schema.createTable('sms_keys'), engine), 'sms_keys', engine)
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('prefix', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('last_used_at', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('sms_keys_of_account')
    .on('sms_keys')
    .columns(['user_id', 'id'])
    .execute();
  if (engine === 'postgres') await createKeyWindows(db);
}

/** What a crash may take: an unlogged table costs no sync of the disk, and a count is good for a minute. */
async function createKeyWindows(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('sms_key_windows')
    .modifyFront(sql`unlogged`)
    .addColumn('key_id', 'bigint', (column) => column.notNull().primaryKey())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute();
}

/** On PostgreSQL a key on the id alone, for tables that are small enough to stand everywhere. */
function withKey<T extends string>(table: CreateTableBuilder<T, 'id'>, name: T, engine: Engine) {
  return engine === 'sqlite' ? table : table.addPrimaryKeyConstraint(`${name}_key`, ['id']);
}

async function createContacts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await ofAccount('sms_groups', db.schema.createTable('sms_groups'), engine)
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sms_groups_of_account')
    .on('sms_groups')
    .columns(['user_id', 'id'])
    .execute();
  await ofAccount('sms_contacts', db.schema.createTable('sms_contacts'), engine)
    .addColumn('group_id', 'bigint', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('name', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('sms_contacts_of_group', ['user_id', 'group_id', 'phone'])
    .execute();
  await clustered(db.schema.createTable('sms_opt_outs'), engine)
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sms_opt_outs_key', ['user_id', 'phone'])
    .execute();
}

async function createMessages(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await ofAccount('sms_jobs', db.schema.createTable('sms_jobs'), engine)
    .addColumn('campaign', 'text')
    .addColumn('class', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('queued', 'integer', (column) => column.notNull())
    .addColumn('scheduled_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('finished_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('sms_jobs_of_account')
    .on('sms_jobs')
    .columns(['user_id', 'id'])
    .execute();
  await ofAccount('sms_messages', db.schema.createTable('sms_messages'), engine)
    .addColumn('job_id', 'bigint')
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('body', 'text')
    .addColumn('class', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('encoding', 'text', (column) => column.notNull())
    .addColumn('segments', 'smallint', (column) => column.notNull())
    .addColumn('cost', 'integer', (column) => column.notNull())
    .addColumn('priority', 'smallint', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('provider', 'text')
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('scheduled_at', 'bigint')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('lease_until', 'bigint')
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('delivered_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('sms_messages_of_account')
    .on('sms_messages')
    .columns(['user_id', 'id'])
    .execute();
  await db.schema
    .createIndex('sms_messages_of_job')
    .on('sms_messages')
    .columns(['user_id', 'job_id', 'id'])
    .where(sql.ref('job_id'), 'is not', sql.lit(null))
    .execute();
  // The outbox: only what waits or is in somebody's hands is in this index.
  await db.schema
    .createIndex('sms_messages_due')
    .on('sms_messages')
    .columns(['priority', 'user_id', 'due_at', 'id'])
    .where(sql.ref('due_at'), 'is not', sql.lit(null))
    .execute();
  await db.schema
    .createIndex('sms_messages_expiring')
    .on('sms_messages')
    .column('expires_at')
    .where(sql.ref('due_at'), 'is not', sql.lit(null))
    .execute();
  await db.schema
    .createIndex('sms_messages_leased')
    .on('sms_messages')
    .column('lease_until')
    .where(sql.ref('lease_until'), 'is not', sql.lit(null))
    .execute();
  // A receipt may name the phone of a message whose response, and with it its id, never came.
  await db.schema
    .createIndex('sms_messages_unknown')
    .on('sms_messages')
    .column('phone')
    .where(sql.ref('status'), '=', sql.lit('unknown'))
    .execute();
  await clustered(db.schema.createTable('sms_idempotency'), engine)
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('key', 'text', (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('message_id', 'bigint')
    .addColumn('status', 'integer', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sms_idempotency_key', ['user_id', 'key'])
    .execute();
  await db.schema
    .createIndex('sms_idempotency_by_age')
    .on('sms_idempotency')
    .column('created_at')
    .execute();
}

async function createProviderAnswers(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await clustered(db.schema.createTable('sms_provider_refs'), engine)
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('message_id', 'bigint', (column) => column.notNull())
    .addColumn('delivered', 'smallint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sms_provider_refs_key', ['provider', 'ref'])
    .execute();
  await db.schema
    .createIndex('sms_provider_refs_of_message')
    .on('sms_provider_refs')
    .columns(['user_id', 'message_id'])
    .execute();
  await clustered(db.schema.createTable('sms_early_receipts'), engine)
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('phone', 'text')
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sms_early_receipts_key', ['provider', 'ref'])
    .execute();
  await db.schema
    .createTable('sms_senders')
    .addColumn('sender', 'text', (column) => column.notNull().primaryKey())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await withKey(withId(db.schema.createTable('sms_inbound'), engine), 'sms_inbound', engine)
    .addColumn('user_id', 'bigint')
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('ref', 'text')
    .addColumn('from_phone', 'text', (column) => column.notNull())
    .addColumn('to_number', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addUniqueConstraint('sms_inbound_once', ['provider', 'ref'])
    .execute();
  await db.schema
    .createIndex('sms_inbound_of_account')
    .on('sms_inbound')
    .columns(['user_id', 'id'])
    .execute();
}

async function createWebhooks(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await ofAccount('sms_webhooks', db.schema.createTable('sms_webhooks'), engine)
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sms_webhooks_of_account')
    .on('sms_webhooks')
    .columns(['user_id', 'id'])
    .execute();
  await ofAccount('sms_webhook_deliveries', db.schema.createTable('sms_webhook_deliveries'), engine)
    .addColumn('webhook_id', 'bigint', (column) => column.notNull())
    .addColumn('event', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('lease_until', 'bigint')
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('delivered_at', 'bigint')
    .addColumn('last_error', 'text')
    .execute();
  await db.schema
    .createIndex('sms_webhook_deliveries_due')
    .on('sms_webhook_deliveries')
    .columns(['webhook_id', 'due_at', 'id'])
    .where(sql.ref('due_at'), 'is not', sql.lit(null))
    .execute();
  await db.schema
    .createIndex('sms_webhook_deliveries_of_webhook')
    .on('sms_webhook_deliveries')
    .columns(['webhook_id', 'id'])
    .execute();
  await db.schema
    .createIndex('sms_webhook_deliveries_by_age')
    .on('sms_webhook_deliveries')
    .column('created_at')
    .execute();
}
