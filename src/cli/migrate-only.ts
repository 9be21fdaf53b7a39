import type { Config } from '../config.ts';
import { lockDataFolder, makeDataFolder } from '../data-folder.ts';
import type { Database } from '../db/database.ts';
import { hourMs } from '../kit/time/units.ts';
import { databaseTarget, openStorage } from '../open-storage.ts';

/** Longest run of one statement: a step that looks at each row of a large table. */
const statementTimeoutMs = 6 * hourMs;

/**
 * Brings the database up to this program's schema, and then runs `more` on it.
 * @returns the steps that were taken.
 */
export async function migrateOnly(
  config: Config,
  more: (db: Database) => Promise<void> = async () => {},
): Promise<string[]> {
  const folder = await makeDataFolder(config.dataDir);
  const lock = config.databaseUrl ? undefined : lockDataFolder(config.dataDir);
  try {
    const target = {
      ...databaseTarget(config, folder.databasePath),
      statementTimeoutMs,
      lockTimeoutMs: undefined,
    };
    const { db, steps } = await openStorage(config, folder, { target });
    try {
      await more(db);
    } finally {
      await db.close();
    }
    return steps;
  } finally {
    lock?.release();
  }
}
