import { dirname } from 'node:path';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import type { DataFolder } from './data-folder.ts';
import type { Database } from './db/database.ts';
import { isNewDatabase, migrate } from './db/migrate.ts';
import { type DatabaseTarget, openDatabase } from './db/open-database.ts';
import type { WorkerObserver } from './db/postgres/citus/worker.ts';
import type { ReplicaObserver } from './db/postgres/replica/replica.ts';
import { isStorageAway } from './db/storage-away.ts';
import { refuseUnfinishedCopy } from './db/unfinished-copy.ts';
import { isRefusal, reasonOf } from './kit/refusal.ts';
import { StartError } from './kit/start-error.ts';
import type { Timers } from './kit/time/timers.ts';
import { databaseIsMissing, readSecret } from './server-secret.ts';
import { refuseUnfinishedRestore } from './unfinished-restore.ts';
import { databaseModules } from './water/index.ts';

type StorageOptions = {
  /** Options beyond the configuration. */
  target?: DatabaseTarget;
  surroundings?: {
    timers: Timers;
    replicaChanged: ReplicaObserver;
    workerChanged: WorkerObserver;
  };
};

/**
 * Opens the database and brings its schema up to date.
 * @throws StartError when the database cannot be reached or read, or is empty where it should not be;
 * SchemaError when it cannot serve.
 */
export async function openStorage(
  config: Config,
  { databasePath, secretPath }: DataFolder,
  { target = servingTarget(config, databasePath), surroundings }: StorageOptions = {},
): Promise<{ db: Database; steps: string[] }> {
  let db: Database | undefined;
  if (target.engine === 'sqlite') await refuseUnfinishedRestore(dirname(databasePath));
  try {
    db = await openDatabase(target, databaseModules, surroundings);
    await refuseUnfinishedCopy(db);
    const hasSecret = !config.serverSecret && (await readSecret(secretPath)) !== undefined;
    if (hasSecret && (await isNewDatabase(db))) throw databaseIsMissing(secretPath);
    return { db, steps: await migrate(db) };
  } catch (error) {
    await db?.close();
    if (!isRefusal(error) && !isStorageAway(error)) throw error;
    const where = target.engine === 'sqlite' ? databasePath : 'that DATABASE_URL names';
    throw new StartError(`The database ${where} cannot be opened: ${reasonOf(error)}`);
  }
}

/** That of a server, whose requests sort a few rows: they wait for no disk. */
function servingTarget(config: Config, path: string): DatabaseTarget {
  const target = databaseTarget(config, path);
  return target.engine === 'sqlite' ? { ...target, sortsIn: 'memory' } : target;
}

/** Database of the configuration; `path` is that of the embedded one. */
export function databaseTarget(config: Config, path: string): DatabaseTarget {
  if (!config.databaseUrl) return { engine: 'sqlite', path, cacheKib: config.cacheKib };
  return {
    engine: 'postgres',
    url: config.databaseUrl,
    replica: config.databaseReplica,
    caFile: config.databaseCaFile,
    poolSize: config.databasePool,
    partitions: config.databaseLanes,
    connectTimeoutMs: config.databaseConnectMs,
    statementTimeoutMs: config.databaseStatementMs,
    lockTimeoutMs: longestLock(config),
  };
}

/**
 * Longest wait of a request for a row that another transaction holds, in milliseconds: a client that asks
 * again and again for one such row would else soon have all connections. Requests that wait for a
 * connection meanwhile are still there when it is free.
 */
function longestLock({ databaseConnectMs, databaseStatementMs }: Config): number {
  return Math.ceil(Math.min(databaseConnectMs, databaseStatementMs) / 2);
}

export const logReplica =
  (log: Logger): ReplicaObserver =>
  ({ state, lagMs }, error) => {
    if (state === 'up') log.info('the read replica answers again');
    else if (state === 'late') {
      log.warn({ lagMs }, 'the read replica is too far behind; the primary answers in its place');
    } else log.warn({ err: error }, 'the read replica is away; the primary answers in its place');
  };

export const logWorker =
  (log: Logger): WorkerObserver =>
  (worker, state, error) => {
    if (state === 'up') log.info({ worker }, 'the worker answers again');
    else
      log.warn(
        { worker, err: error },
        'a worker is away; the devices that it has are answered 503',
      );
  };
