import { mkdir, readFile, rm } from 'node:fs/promises';
import pg from 'pg';
import { installPostgres } from '../../test/helpers/database/postgres-program.ts';
import { findFreePort } from '../../test/helpers/database/postgres-server.ts';

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
  const program = await installPostgres(folder, []);
  const running = await program.start(['-p', String(port)]);
  const url = `postgres://kisima:kisima@127.0.0.1:${port}`;
  const client = new pg.Client({ connectionString: `${url}/postgres` });
  await client.connect();
  await client.query('create database bench');
  await client.end();
  return {
    pid: running.pid,
    url: `${url}/bench`,
    stop: async () => {
      await running.stop('fast');
      await rm(folder, { recursive: true });
    },
  };
}
