import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import pino from 'pino';
import { backUp } from '../../../src/cli/backups/backup.ts';
import { restore } from '../../../src/cli/restore.ts';
import { readConfig } from '../../../src/config.ts';
import { type RunningServer, runServer } from '../../../src/run.ts';
import { likeCustomers } from '../accounts/like-customers.ts';
import { makeMigratedPostgres, makeMigratedSqlite } from '../database/migrated-storage.ts';
import { copyPostgresDatabase, type PostgresDatabase } from '../database/postgres.ts';
import { makeTestFolder } from './test-folder.ts';
import { type Answer, type Engine, type RequestOptions, send } from './test-server.ts';

export type RestorableServer = {
  folder: string;
  running: () => RunningServer;
  request: (method: string, path: string, options?: RequestOptions) => Promise<Answer>;
  /** Makes a backup in the place of the one before. */
  backUp: () => Promise<void>;
  /** Stops, puts the backup back as the operator's guide says, and starts again. */
  restore: () => Promise<void>;
  /** Stops for what is done to its storage, and starts again. */
  restart: (meanwhile?: () => Promise<void>) => Promise<void>;
  stop: () => Promise<void>;
};

const leastHashCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Starts the whole program on storage that can go back in time: by `kisima restore`, or as a copied database. */
export async function startRestorableServer(engine: Engine): Promise<RestorableServer> {
  const folder = await makeTestFolder('restorable');
  const path = join(folder, 'backup');
  let [database, kept]: (PostgresDatabase | undefined)[] = [];
  if (engine === 'postgres') database = await makeMigratedPostgres();
  else await makeMigratedSqlite(join(folder, 'kisima.db'));

  const configOf = () =>
    readConfig({
      PORT: '0',
      DATA_DIR: folder,
      WEBHOOKS_ALLOW_PRIVATE: 'true',
      ...likeCustomers,
      ...(database && { DATABASE_URL: database.url }),
    });
  const start = () =>
    runServer(configOf(), { passwordCost: leastHashCost, log: pino({ level: 'silent' }) });
  let running = await start();
  const restart = async (meanwhile: () => Promise<void> = async () => {}) => {
    await running.stop();
    await meanwhile();
    running = await start();
  };
  /** A database is copied while nobody is connected to it. */
  const copyDatabase = async () => {
    await kept?.drop();
    kept = database && (await copyPostgresDatabase(database));
  };

  return {
    folder,
    running: () => running,
    request: (method, where, options) => send(running.url, method, where, options),
    backUp: async () => {
      if (database) return await restart(copyDatabase);
      await rm(path, { force: true });
      await backUp(configOf(), path, Date.now());
    },
    restore: () =>
      restart(async () => {
        if (!database || !kept) return void (await restore(configOf(), path, Date.now()));
        await database.drop();
        database = await copyPostgresDatabase(kept);
      }),
    restart,
    stop: async () => {
      await running.stop();
      await database?.drop();
      await kept?.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
