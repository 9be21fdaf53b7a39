import pg from 'pg';
import type { PostgresDatabase } from './postgres.ts';

/** Few, since most of what a test waits for here is that they are made. */
const shards = 4;

let databases = 0;

/**
 * An empty database on a real cluster of Citus: `TEST_CITUS_URLS` names a database on its coordinator
 * and on each worker, by users that may create others. Tests that make a migrated database then run on
 * one that is distributed.
 * @param prepare migrates and distributes it.
 */
export async function makeDistributedDatabase(
  servers: string[],
  prepare: (url: string) => Promise<void>,
): Promise<PostgresDatabase> {
  const name = `kisima_test_${process.pid}_citus_${++databases}`;
  const urls = servers.map((server) => {
    const url = new URL(server);
    url.pathname = `/${name}`;
    return url.href;
  });
  const [coordinator = '', ...workers] = urls;
  for (const server of servers) await ask(server, `create database ${name}`);
  for (const url of urls) await ask(url, 'create extension citus');
  const { hostname, port } = new URL(coordinator);
  await ask(coordinator, `select citus_set_coordinator_host('${hostname}', ${port})`);
  for (const worker of workers.map((url) => new URL(url))) {
    await ask(coordinator, `select citus_add_node('${worker.hostname}', ${worker.port})`);
  }
  await ask(coordinator, `alter database ${name} set citus.shard_count = ${shards}`);
  await prepare(coordinator);
  return {
    url: coordinator,
    drop: async () => {
      for (const server of servers) await ask(server, `drop database ${name} with (force)`);
    },
  };
}

async function ask(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
