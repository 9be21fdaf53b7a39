import type { Kysely } from 'kysely';

/** Tickets that open a stream of live events, once each and only for moments. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable('stream_tickets')
    .addColumn('token_hash', 'text', (column) => column.notNull().primaryKey())
    .addColumn('session_id', 'text', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute();
  await db.schema
    .createIndex('stream_tickets_by_expiry')
    .on('stream_tickets')
    .column('expires_at')
    .execute();
}
