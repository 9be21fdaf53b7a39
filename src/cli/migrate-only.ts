import type { Config } from '../config.ts';
import { lockDataFolder, makeDataFolder } from '../data-folder.ts';
import { openStorage } from '../run.ts';

/** Brings the database up to this program's schema; returns the steps that were taken. */
export async function migrateOnly(config: Config): Promise<string[]> {
  const { databasePath } = await makeDataFolder(config.dataDir);
  const lock = config.databaseUrl ? undefined : lockDataFolder(config.dataDir);
  try {
    const { db, steps } = await openStorage(config, databasePath);
    await db.close();
    return steps;
  } finally {
    lock?.release();
  }
}
