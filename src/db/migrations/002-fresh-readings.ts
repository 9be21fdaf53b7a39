import { type Kysely, sql } from 'kysely';

/**
 * On SQLite a commit writes every page that it touches, and a sensor's newest reading and its hour
 * each had a page of their own beside that of its latest row. So these wait in the sensor's own row,
 * as JSON, and go to `readings` and `hourly_rollups` several at a time.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine !== 'sqlite') return;
  await sql`alter table sensors add column fresh text`.execute(db);
  await sql`alter table sensors add column open_hour text`.execute(db);
}
