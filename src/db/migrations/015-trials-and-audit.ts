import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

type Engine = 'sqlite' | 'postgres';

/** Accounts that have trial credits only, senders that a message asks for, and what administrators did. */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await addTrials(db);
  await db.schema.alterTable('sms_messages').addColumn('sender', 'text').execute();
  await createAudit(db, engine);
}

async function addTrials(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('sms_accounts')
    .addColumn('is_trial', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`
    update sms_accounts set is_trial = 1 where not exists (
      select 1 from sms_ledger as l
      where l.user_id = sms_accounts.user_id and l.kind = 'grant'
        and (l.note is null or l.note <> 'Trial credits')
    )`.execute(db);
  await db.schema
    .alterTable('sms_messages')
    .addColumn('simulated', 'smallint', (column) => column.notNull().defaultTo(0))
    .execute();
  await db.schema
    .createTable('sms_trial_windows')
    .addColumn('network_key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .execute();
}

async function createAudit(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('audit_entries'), engine)
    .addColumn('actor_id', 'bigint')
    .addColumn('actor', 'text')
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('account_id', 'bigint')
    .addColumn('account', 'text')
    .addColumn('address', 'text')
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('audit_entries_of_account')
    .on('audit_entries')
    .columns(['account_id', 'id'])
    .execute();
  await db.schema
    .createIndex('audit_entries_by_time')
    .on('audit_entries')
    .column('created_at')
    .execute();
}

/** An integer that the engine counts up and never gives twice. */
function withId<T extends string>(table: CreateTableBuilder<T>, engine: Engine) {
  return engine === 'sqlite'
    ? table.addColumn('id', 'integer', (column) => column.primaryKey().autoIncrement())
    : table.addColumn('id', 'bigint', (column) =>
        column.generatedAlwaysAsIdentity().notNull().primaryKey(),
      );
}
