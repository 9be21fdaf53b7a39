import type { Kysely } from 'kysely';

/** Room for a row that is written and taken away again, to see whether the disk takes writes. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('storage_probes')
    .addColumn('filling', 'text', (column) => column.notNull())
    .execute();
}
