import { type Kysely, sql } from 'kysely';

/**
 * What is known of a device stands in `device_status` alone, on both engines. On SQLite the newest
 * readings of a sensor and its newest hour wait as one head chunk.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  await sql`drop view device_states`.execute(db);
  if (engine === 'postgres') return;
  const { rows: waiting } =
    await sql`select 1 from sensors where waiting_since is not null limit 1`.execute(db);
  if (waiting.length > 0) {
    throw new Error('readings wait in a form that no release ever wrote');
  }
  for (const name of ['fresh', 'open_hour', 'waiting_since', 'carries_status', ...carried]) {
    await sql`alter table sensors drop column ${sql.id(name)}`.execute(db);
  }
  await sql`alter table sensors add column head_chunk text`.execute(db);
}

const carried = [
  'device_last_seen_at',
  'device_latitude',
  'device_longitude',
  'device_located_at',
  'device_battery_percent',
  'device_signal_dbm',
  'device_health_at',
];
