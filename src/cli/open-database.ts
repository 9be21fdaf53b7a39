import type { Config } from '../config.ts';
import { describeDataFolder } from '../data-folder.ts';
import type { Database, DatabaseModules } from '../db/database.ts';
import { refuseOutdated } from '../db/migrate.ts';
import { openDatabase } from '../db/open-database.ts';
import { refuseUnfinishedCopy } from '../db/unfinished-copy.ts';
import { databaseTarget } from '../open-storage.ts';
import { refuseUnfinishedRestore } from '../unfinished-restore.ts';
import { exists } from './backups/backup.ts';
import { CommandError } from './command-error.ts';

/**
 * Opens the database while other processes have it open, runs `work` on it, and closes it. The server may
 * run: on SQLite the two alternate, and its next request sees what is committed here.
 * @param modules procedures and renderers to run beside the connection.
 * @throws CommandError when there is no database, SchemaError when it is not of this program's schema.
 */
export async function withDatabase<T>(
  config: Config,
  work: (db: Database) => Promise<T>,
  modules?: DatabaseModules,
): Promise<T> {
  const { databasePath } = describeDataFolder(config.dataDir);
  if (!config.databaseUrl) await refuseUnfinishedRestore(config.dataDir);
  if (!config.databaseUrl && !(await exists(databasePath))) {
    throw new CommandError(`There is no database in ${config.dataDir}.`);
  }
  const db = await openDatabase(databaseTarget(config, databasePath), modules);
  try {
    await refuseOutdated(db);
    await refuseUnfinishedCopy(db);
    return await work(db);
  } finally {
    await db.close();
  }
}
