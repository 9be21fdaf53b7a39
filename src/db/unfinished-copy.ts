import type { Database } from './database.ts';
import { hasTable } from './has-table.ts';
import { SchemaError } from './migrate.ts';

/** Table in which `kisima copy` keeps its progress; the last thing it does is to drop it. */
export const progressTable = 'kisima_copy';

/**
 * Refuses to work with a database that holds half a copy.
 * @throws SchemaError when a copy into it has not come to its end.
 */
export async function refuseUnfinishedCopy(db: Database): Promise<void> {
  if (!(await hasTable(db, progressTable))) return;
  throw new SchemaError(
    'The database holds a copy that has not come to its end: run the same kisima copy again, which ' +
      'goes on from there, or start on another database.',
  );
}
