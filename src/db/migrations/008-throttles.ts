import { type Kysely, sql } from 'kysely';

/**
 * What strangers have tried, counted by all processes together; an embedded database has only one,
 * which counts in memory. Columns are those that `rate-limiter-flexible` asks for, in its order.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  await db.schema
    .createTable('throttles')
    // A crash may take counts of an hour at most, and a login costs no sync of the disk.
    .modifyFront(sql`unlogged`)
    .addColumn('key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('points', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('expire', 'bigint')
    .execute();
}
