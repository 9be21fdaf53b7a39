import type { Kysely } from 'kysely';

/** What devices last said of their battery and their signal, and when they measured it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  // SQLite adds one column at a time.
  const add = (name: string, type: 'double precision' | 'bigint') =>
    db.schema.alterTable('device_status').addColumn(name, type).execute();
  await add('battery_percent', 'double precision');
  await add('signal_dbm', 'double precision');
  await add('health_at', 'bigint');
}
