import { after } from 'node:test';
import pg from 'pg';
import { isInMemory } from '../server/test-folder.ts';
import { type PostgresServer, startSharedPostgres } from './postgres-server.ts';

let shared: Promise<PostgresServer> | undefined;
let databases = 0;

export type PostgresDatabase = { url: string; drop: () => Promise<void> };

after(async () => {
  const running = await shared;
  await running?.stop();
});

/**
 * Makes an empty database on a real PostgreSQL: the one that `TEST_DATABASE_URL` names (whose user
 * may create databases), as `npm test` sets it, else one from the npm registry, started once.
 * @returns its URL, and a function that drops it.
 */
export async function makePostgresDatabase(): Promise<PostgresDatabase> {
  return await makeDatabaseOn(await serverUrl());
}

async function serverUrl(): Promise<string> {
  return process.env['TEST_DATABASE_URL'] ?? (await startOnce()).url;
}

function startOnce(): Promise<PostgresServer> {
  shared ??= startSharedPostgres();
  return shared;
}

/** Makes an empty database on the server at this URL. */
export async function makeDatabaseOn(server: string): Promise<PostgresDatabase> {
  return await createOn(server, 'template1');
}

/** Makes a database that holds what another one of the same server does, to which nobody is connected. */
export async function copyPostgresDatabase({
  url,
}: Pick<PostgresDatabase, 'url'>): Promise<PostgresDatabase> {
  return await createOn(await serverUrl(), new URL(url).pathname.slice(1));
}

async function createOn(server: string, template: string): Promise<PostgresDatabase> {
  const name = `kisima_test_${process.pid}_${++databases}`;
  await administer(server, async (client) => {
    const strategy = await strategyOf(client);
    await client.query(`create database ${name} template ${template} strategy ${strategy}`);
  });
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () =>
      administer(server, async (client) => {
        await client.query(`drop database if exists ${name} with (force)`);
      }),
  };
}

/** The quicker way to copy: page by page through the log costs twice as much in memory, and a fifth on a disk. */
async function strategyOf(client: pg.Client): Promise<'file_copy' | 'wal_log'> {
  const { rows } = await client.query<{ data_directory: string }>('show data_directory');
  return rows[0] && isInMemory(rows[0].data_directory) ? 'file_copy' : 'wal_log';
}

async function administer(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
