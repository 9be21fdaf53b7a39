import type { Config } from '../config.ts';
import { lockDataFolder, makeDataFolder } from '../data-folder.ts';
import { openDatabase } from '../db/database.ts';
import { migrate } from '../db/migrate.ts';
import { targetOf } from '../run.ts';

/** Brings the database up to this program's schema; returns the steps that were taken. */
export async function migrateOnly(config: Config): Promise<string[]> {
  const { databasePath } = await makeDataFolder(config.dataDir);
  const lock = config.databaseUrl ? undefined : lockDataFolder(config.dataDir);
  try {
    const db = await openDatabase(targetOf(config, databasePath));
    try {
      return await migrate(db);
    } finally {
      await db.close();
    }
  } finally {
    lock?.release();
  }
}
