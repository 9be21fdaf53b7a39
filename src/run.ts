import type { AddressInfo } from 'node:net';
import pino, { type Logger, type LoggerOptions } from 'pino';
import type { HashCost } from './accounts/passwords/passwords.ts';
import type { Config } from './config.ts';
import {
  type DataFolder,
  findOpenToOthers,
  lockDataFolder,
  makeDataFolder,
} from './data-folder.ts';
import { type Database, type DatabaseTarget, openDatabase } from './db/database.ts';
import { isNewDatabase, migrate } from './db/migrate.ts';
import { createOutageFilter } from './db/outage-lines.ts';
import type { WorkerObserver } from './db/postgres/citus/worker.ts';
import { createLeadership } from './db/postgres/leadership.ts';
import { isUnverified } from './db/postgres/postgres-address.ts';
import type { ReplicaObserver } from './db/postgres/replica.ts';
import { isStorageAway } from './db/storage-away.ts';
import { refuseUnfinishedCopy } from './db/unfinished-copy.ts';
import { Components } from './kit/async/components.ts';
import type { App } from './kit/http/app.ts';
import { followConnections } from './kit/http/close-server.ts';
import { type Ids, randomIds } from './kit/ids.ts';
import { StartError } from './kit/start-error.ts';
import { createLogOutput, createTerminalLog } from './kit/text/log-output.ts';
import { type Clock, systemClock } from './kit/time/clock.ts';
import { systemTimers, type Timers } from './kit/time/timers.ts';
import { createServer, type Service } from './server.ts';
import {
  databaseIsMissing,
  findServerSecret,
  makeServerSecret,
  readSecret,
  secretIsMissing,
} from './server-secret.ts';
import { databaseModules } from './water/index.ts';

/** What a caller may put in place of the real thing. */
type Overrides = {
  log?: Logger;
  clock?: Clock;
  ids?: Ids;
  timers?: Timers;
  passwordCost?: HashCost | undefined;
  /** The one service that is to run; both by default. */
  only?: Service | undefined;
};

export type RunningServer = {
  /** Where it listens, such as `http://127.0.0.1:8080`. */
  url: string;
  db: Database;
  stop: () => Promise<void>;
};

/**
 * A logger to standard output, with few lines while storage is away: JSON for programs, and lines that a
 * person reads where that is a terminal.
 */
export async function createLog(
  config: Config,
  isTerminal = process.stdout.isTTY,
): Promise<Logger> {
  const outages = createOutageFilter(systemTimers.now);
  const options: LoggerOptions = {
    level: config.logLevel,
    base: null,
    hooks: {
      logMethod(args, method) {
        const line = outages(args);
        if (line) method.apply(this, line);
      },
    },
  };
  const output = isTerminal ? await createTerminalLog() : createLogOutput();
  return pino(options, output);
}

/**
 * Starts every component in order: data folder, database, schema, HTTP. What has started is stopped again
 * when a later component fails.
 */
export async function runServer(config: Config, overrides: Overrides = {}): Promise<RunningServer> {
  const { log = await createLog(config), clock = systemClock, ids = randomIds } = overrides;
  const { only, passwordCost, timers = systemTimers } = overrides;
  const components = new Components(log);

  const folder = await makeDataFolder(config.dataDir);
  const lock = config.databaseUrl ? undefined : lockDataFolder(config.dataDir);
  await components.start({ name: 'data folder', stop: async () => lock?.release() });
  try {
    const known = await findServerSecret(config, folder.secretPath);
    const { db, steps } = await openStorage(config, folder, {
      surroundings: { timers, replicaChanged: tellReplica(log), workerChanged: tellWorker(log) },
    });
    await components.start({ name: 'database', stop: db.close });
    // Made after the schema, so that a first start that is cut off leaves no secret without database.
    const secret = known ?? (await makeFirstSecret(db, folder.secretPath));
    await components.start({
      name: 'notices',
      start: () => db.notices.start(log),
      stop: db.notices.stop,
    });
    warnOfStrangers(config, log);
    for (const path of await findOpenToOthers(config.dataDir)) {
      log.warn({ path }, 'others than its owner can read or write this: chmod go= it');
    }
    if (steps.length > 0) log.info({ steps }, 'schema brought up to date');

    const target = databaseTarget(config, folder.databasePath);
    const leadership = createLeadership(target, { log, timers });
    await components.start(leadership.component);
    const deps = { config, db, log, clock, ids, timers, leadership, secret, passwordCost, only };
    const server = await createServer(deps);
    for (const component of server.components) await components.start(component);
    const whileConnectionsEnd = followConnections(server.app.server);
    await components.start({
      name: 'http',
      start: () => listen(server.app, config),
      stop: () => whileConnectionsEnd(server.stop),
      stopWithin: config.stopMs,
    });
    const url = urlOf(server.app.server.address() as AddressInfo);
    log.info({ url, engine: db.engine }, 'kisima is ready');
    return { url, db, stop: () => components.stop() };
  } catch (error) {
    await components.stop();
    if (!isStorageAway(error)) throw error;
    throw new StartError(`The database went away during the start: ${reasonOf(error)}`);
  }
}

type StorageOptions = {
  /** What is opened, where it is not just what the configuration says. */
  target?: DatabaseTarget;
  surroundings?: {
    timers: Timers;
    replicaChanged: ReplicaObserver;
    workerChanged: WorkerObserver;
  };
};

/**
 * Opens the database and brings its schema up to what this program knows.
 * @throws StartError when the database cannot be reached or read, or is empty where it should not
 * be; SchemaError when it cannot serve.
 */
export async function openStorage(
  config: Config,
  { databasePath, secretPath }: DataFolder,
  { target = databaseTarget(config, databasePath), surroundings }: StorageOptions = {},
): Promise<{ db: Database; steps: string[] }> {
  let db: Database | undefined;
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

/** @throws StartError where there are accounts, since theirs was another secret. */
async function makeFirstSecret(db: Database, path: string): Promise<Buffer> {
  const account = await db.read.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (account) throw secretIsMissing(path);
  return await makeServerSecret(path);
}

const tellReplica =
  (log: Logger): ReplicaObserver =>
  ({ state, lagMs }, error) => {
    if (state === 'up') log.info('the read replica answers again');
    else if (state === 'late') {
      log.warn({ lagMs }, 'the read replica is too far behind; the primary answers in its place');
    } else log.warn({ err: error }, 'the read replica is away; the primary answers in its place');
  };

const tellWorker =
  (log: Logger): WorkerObserver =>
  (worker, state, error) => {
    if (state === 'up') log.info({ worker }, 'the worker answers again');
    else
      log.warn(
        { worker, err: error },
        'a worker is away; the devices that it has are answered 503',
      );
  };

/** Encryption alone keeps out who listens, and not who answers in the place of the database. */
function warnOfStrangers({ databaseUrl, databaseReplica, databaseCaFile }: Config, log: Logger) {
  const caFile = databaseCaFile;
  for (const [setting, url] of Object.entries({
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: databaseReplica?.url,
  })) {
    if (url === undefined || !isUnverified({ url, caFile })) continue;
    log.warn({ setting }, 'nobody checks the certificate of the database: use sslmode=verify-full');
  }
}

/**
 * Connections that wait to be taken; libuv takes one in each round of the event loop, and what does not
 * fit here tries again after a second or more. The system may allow fewer (`net.core.somaxconn`).
 */
const backlog = 4096;

async function listen(app: App, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port, backlog });
  } catch (error) {
    if (!isRefusal(error)) throw error;
    const reason = error.code === 'EADDRINUSE' ? 'another program listens there' : reasonOf(error);
    throw new StartError(`HOST ${host} and PORT ${port} cannot be listened on: ${reason}.`);
  }
}

/**
 * Whether the engine or the system refused something, with a code of its own; what carries none, or
 * one of Node's (`ERR_…`), is a fault of ours.
 */
function isRefusal(error: unknown): error is Error & { code: string } {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && !code.startsWith('ERR_');
}

/** A host of several addresses fails once for each; the first says enough. */
function reasonOf(error: unknown): string {
  const [first = error] = error instanceof AggregateError ? error.errors : [];
  return (first as Error).message;
}

/** Where the database is, as the configuration says; `path` is that of the embedded one. */
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
  };
}

function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`;
}
