import { after } from 'node:test';
import pg from 'pg';
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
export async function copyPostgresDatabase({ url }: PostgresDatabase): Promise<PostgresDatabase> {
  return await createOn(await serverUrl(), new URL(url).pathname.slice(1));
}

async function createOn(server: string, template: string): Promise<PostgresDatabase> {
  const name = `kisima_test_${process.pid}_${++databases}`;
  await administer(server, `create database ${name} template ${template}`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => administer(server, `drop database if exists ${name} with (force)`),
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
