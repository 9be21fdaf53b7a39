import { type CreateTableBuilder, type Kysely, sql } from 'kysely';

type Engine = 'sqlite' | 'postgres';

/**
 * An SMSC may give an id to several messages, and write it in another form in its receipt: so a receipt is
 * placed by its id and its phone together, and one that has no place yet is kept with both. What was
 * learnt of an SMSC's forms is stored, and the marks by which a message from a phone is known that comes
 * a second time.
 */
export async function up(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await rebuildRefs(db, engine);
  await rebuildEarlyReceipts(db, engine);
  await clustered(db.schema.createTable('sms_receipt_id_forms'), engine)
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('form', 'text', (column) => column.notNull())
    .addColumn('score', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('sms_receipt_id_forms_key', ['provider', 'form'])
    .execute();
  await clustered(db.schema.createTable('sms_inbound_marks'), engine)
    .addColumn('mark', 'text', (column) => column.notNull().primaryKey())
    .addColumn('seen_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('sms_inbound_marks_by_age')
    .on('sms_inbound_marks')
    .column('seen_at')
    .execute();
  // The primary key has the same columns there, and each message writes its indexes three times.
  if (engine === 'postgres') await sql`drop index sms_messages_of_account`.execute(db);
}

/** Rows stored in the order of the primary key. */
function clustered<T extends string>(table: CreateTableBuilder<T>, engine: Engine) {
  return engine === 'sqlite' ? table.modifyEnd(sql`without rowid`) : table;
}

async function rebuildRefs(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`alter table sms_provider_refs rename to sms_provider_refs_before`.execute(db);
  await sql`drop index sms_provider_refs_of_message`.execute(db);
  await clustered(db.schema.createTable('sms_provider_refs'), engine)
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('message_id', 'bigint', (column) => column.notNull())
    .addColumn('delivered', 'smallint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sms_provider_refs_once', ['provider', 'ref', 'user_id', 'message_id'])
    .execute();
  await sql`insert into sms_provider_refs (provider, ref, user_id, message_id, delivered)
    select provider, ref, user_id, message_id, delivered from sms_provider_refs_before`.execute(db);
  await db.schema.dropTable('sms_provider_refs_before').execute();
  await db.schema
    .createIndex('sms_provider_refs_of_message')
    .on('sms_provider_refs')
    .columns(['user_id', 'message_id'])
    .execute();
}

async function rebuildEarlyReceipts(db: Kysely<unknown>, engine: Engine): Promise<void> {
  await sql`alter table sms_early_receipts rename to sms_early_receipts_before`.execute(db);
  await clustered(db.schema.createTable('sms_early_receipts'), engine)
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('ref', 'text', (column) => column.notNull())
    .addColumn('phone', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('error', 'text')
    .addColumn('any_form', 'smallint', (column) => column.notNull())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('sms_early_receipts_once', ['provider', 'ref', 'phone'])
    .execute();
  await sql`insert into sms_early_receipts
      (provider, ref, phone, status, error, any_form, received_at, due_at)
    select provider, ref, coalesce(phone, ''), status, error, 0, received_at, received_at
    from sms_early_receipts_before`.execute(db);
  await db.schema.dropTable('sms_early_receipts_before').execute();
  await db.schema
    .createIndex('sms_early_receipts_due')
    .on('sms_early_receipts')
    .column('due_at')
    .execute();
  await db.schema
    .createIndex('sms_early_receipts_by_age')
    .on('sms_early_receipts')
    .column('received_at')
    .execute();
}
