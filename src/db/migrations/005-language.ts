import type { Kysely } from 'kysely';

/** The language in which people read what the service shows and sends. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable('users')
    .addColumn('language', 'text', (column) => column.notNull().defaultTo('en'))
    .execute();
}
