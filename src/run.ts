import type { AddressInfo } from 'node:net';
import type { Logger } from 'pino';
import type { HashCost } from './accounts/passwords/passwords.ts';
import type { Config } from './config.ts';
import { createLog } from './create-log.ts';
import { findOpenToOthers, lockDataFolder, makeDataFolder } from './data-folder.ts';
import type { Database } from './db/database.ts';
import { createSoleLeadership } from './db/leadership.ts';
import { createSharedLeadership } from './db/postgres/leadership.ts';
import { refuseHalfSpread } from './db/postgres/placements.ts';
import { isUnverified } from './db/postgres/postgres-address.ts';
import { noticePutBack } from './db/put-back.ts';
import { isStorageAway } from './db/storage-away.ts';
import { Components } from './kit/async/components.ts';
import type { App } from './kit/http/app.ts';
import { followConnections } from './kit/http/connections/http-server.ts';
import { isLoopbackUrl } from './kit/http/host-check.ts';
import { type Ids, randomIds } from './kit/ids.ts';
import { isRefusal, reasonOf } from './kit/refusal.ts';
import { StartError } from './kit/start-error.ts';
import { type Clock, systemClock } from './kit/time/clock.ts';
import { systemTimers, type Timers } from './kit/time/timers.ts';
import { databaseTarget, logReplica, logWorker, openStorage } from './open-storage.ts';
import { settingsToLook } from './operations/only-looks.ts';
import { findPlainLinks } from './plain-links.ts';
import { createServer, type Service } from './server.ts';
import { findServerSecret, makeServerSecret, secretIsMissing } from './server-secret.ts';

/** Replacements for tests and programs. */
type Overrides = {
  log?: Logger;
  clock?: Clock;
  ids?: Ids;
  timers?: Timers;
  passwordCost?: HashCost | undefined;
  /** Runs one service alone; both by default. */
  only?: Service | undefined;
  /** Only shows what is stored: takes, changes and sends nothing. */
  onlyLooks?: boolean | undefined;
};

export type RunningServer = {
  /** Address that it listens on, such as `http://127.0.0.1:8080`. */
  url: string;
  db: Database;
  stop: () => Promise<void>;
};

/**
 * Starts every component in order: data folder, database, schema, HTTP. The started ones are stopped again
 * when a later one fails.
 */
export async function runServer(given: Config, overrides: Overrides = {}): Promise<RunningServer> {
  const { only, onlyLooks, passwordCost, timers = systemTimers } = overrides;
  const config = onlyLooks ? settingsToLook(given) : given;
  const { log = await createLog(config), clock = systemClock, ids = randomIds } = overrides;
  const components = new Components(log);

  const folder = await makeDataFolder(config.dataDir);
  const lock = config.databaseUrl ? undefined : lockDataFolder(config.dataDir);
  await components.start({ name: 'data folder', stop: async () => lock?.release() });
  try {
    const known = await findServerSecret(config, folder.secretPath);
    const { db, steps } = await openStorage(config, folder, {
      surroundings: { timers, replicaChanged: logReplica(log), workerChanged: logWorker(log) },
    });
    await components.start({ name: 'database', stop: db.close });
    if (db.engine === 'postgres') await refuseHalfSpread(db.read);
    // Made after the schema, so that a first start that is cut off leaves no secret without database.
    const secret = known ?? (await makeFirstSecret(db, folder.secretPath));
    await components.start({
      name: 'notices',
      start: () => db.notices.start(log),
      stop: db.notices.stop,
    });
    warnOfStrangers(config, log);
    warnOfSender(config, log);
    for (const misspelt of config.misspelt) {
      log.warn(misspelt, 'nothing reads this variable; a setting has nearly that name');
    }
    for (const link of findPlainLinks(config)) {
      log.warn(link, 'what this sends to another machine can be read on the way');
    }
    for (const path of await findOpenToOthers(config.dataDir)) {
      log.warn({ path }, 'others than its owner can read or write this: chmod go= it');
    }
    if (steps.length > 0) log.info({ steps }, 'schema brought up to date');
    const leftOutIds = await noticePutBack({ db, markPath: folder.homeMarkPath, ids });
    if (leftOutIds > 0) {
      log.warn({ leftOutIds }, 'the database was put back or moved; new ids are far above the old');
    }

    const target = databaseTarget(config, folder.databasePath);
    const leadership =
      target.engine === 'sqlite'
        ? createSoleLeadership()
        : createSharedLeadership(target, { log, timers });
    await components.start(leadership.component);
    const deps = {
      config,
      db,
      log,
      clock,
      ids,
      timers,
      leadership,
      secret,
      passwordCost,
      only,
      onlyLooks,
    };
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
    if (onlyLooks) log.warn('this server only shows what is stored: it takes and sends nothing');
    log.info({ url, engine: db.engine }, 'kisima is ready');
    return { url, db, stop: () => components.stop() };
  } catch (error) {
    await components.stop();
    if (!isStorageAway(error)) throw error;
    throw new StartError(`The database went away during the start: ${reasonOf(error)}`);
  }
}

/** @throws StartError where there are accounts, since theirs was another secret. */
async function makeFirstSecret(db: Database, path: string): Promise<Buffer> {
  const account = await db.read.selectFrom('users').select('id').limit(1).executeTakeFirst();
  if (account) throw secretIsMissing(path);
  return await makeServerSecret(path);
}

/** Encryption alone keeps eavesdroppers out, but not a machine that answers in the place of the database. */
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

/** The default is of this machine: other mail servers refuse what comes from there, or lose it. */
function warnOfSender({ reset: { smtpUrl, mailFrom } }: Config, log: Logger) {
  const server = smtpUrl === undefined ? null : URL.parse(smtpUrl);
  if (!server || isLoopbackUrl(server) || !/@localhost>?$/.test(mailFrom)) return;
  log.warn(
    { setting: 'MAIL_FROM' },
    'mail from localhost is refused by others: name a sender of your domain',
  );
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
    const cannot = `HOST ${host} and PORT ${port} cannot be listened on`;
    throw new StartError(
      error.code === 'EADDRINUSE'
        ? `${cannot}: another program listens there. Stop it, or take another port: PORT=${nextPort(port)} npm start`
        : `${cannot}: ${reasonOf(error)}.`,
    );
  }
}

/** An address that a reader of the log can open. */
function nextPort(port: number): number {
  return port < 65_535 ? port + 1 : 8080;
}

function urlOf({ address, family, port }: AddressInfo): string {
  const host = address === '0.0.0.0' || address === '::' ? 'localhost' : address;
  return `http://${family === 'IPv6' && host === address ? `[${host}]` : host}:${port}`;
}
