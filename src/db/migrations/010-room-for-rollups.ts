import { type Kysely, sql } from 'kysely';

/**
 * Leaves room on the pages of rollups. The hour of a sensor is rewritten with each reading; where a
 * batch rewrites all hours of a full page, PostgreSQL finds none, and the table grows to several times
 * its size (`docs/scaling.md`). SQLite writes in place.
 */
export async function up(db: Kysely<unknown>, engine: 'sqlite' | 'postgres'): Promise<void> {
  if (engine === 'sqlite') return;
  await sql`alter table hourly_rollups set (fillfactor = 50)`.execute(db);
}
