import { type Kysely, sql } from 'kysely';

/** Two-step sign-in, and what sessions tell their owner: from where, with what, and since when. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('second_factors')
    .addColumn('user_id', 'bigint', (column) => column.notNull().primaryKey())
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('confirmed_at', 'bigint')
    .execute();
  await db.schema
    .createTable('second_factor_uses')
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('step', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('second_factor_uses_key', ['user_id', 'step'])
    .execute();
  await db.schema
    .createTable('recovery_codes')
    .addColumn('user_id', 'bigint', (column) => column.notNull())
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['user_id', 'code_hash'])
    .execute();

  await db.schema.alterTable('sessions').addColumn('address', 'text').execute();
  await db.schema.alterTable('sessions').addColumn('user_agent', 'text').execute();
  await db.schema
    .alterTable('sessions')
    .addColumn('last_seen_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute();
  await sql`update sessions set last_seen_at = created_at`.execute(db);
}
