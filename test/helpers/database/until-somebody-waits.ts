import { sql } from 'kysely';
import type { Database } from '../../../src/db/database.ts';
import { until } from '../until.ts';

/** Until somebody on this database of PostgreSQL waits for a row that another one holds. */
export async function untilSomebodyWaits(db: Database): Promise<void> {
  await until(async () => {
    const { rows } = await sql`
      select 1 from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database()`.execute(db.read);
    return rows.length > 0;
  });
}
