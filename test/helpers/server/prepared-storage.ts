import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeMigratedSqlite } from '../database/migrated-storage.ts';
import { copyPostgresDatabase } from '../database/postgres.ts';
import { makeStorage, type Storage } from './kisima-process.ts';
import { makeTestFolder } from './test-folder.ts';

/** Makes storage that holds what another one does, which nobody has open. */
export async function copyStorage({ engine, folder, databaseUrl }: Storage): Promise<Storage> {
  if (databaseUrl === undefined) {
    const copied = await makeStorage(engine);
    await cp(folder, copied.folder, { recursive: true });
    return copied;
  }
  const database = await copyPostgresDatabase({ url: databaseUrl });
  const parent = await makeTestFolder('process');
  const own = join(parent, 'data');
  return {
    engine,
    folder: own,
    databaseUrl: database.url,
    env: { DATA_DIR: own, DATABASE_URL: database.url },
    remove: async () => {
      await database.drop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

/** Puts a migrated database into the folder of storage on SQLite, as `kisima migrate` does. @returns its path */
export async function migrateFile({ folder }: Storage): Promise<string> {
  await mkdir(folder, { recursive: true });
  const path = join(folder, 'kisima.db');
  await makeMigratedSqlite(path);
  return path;
}
