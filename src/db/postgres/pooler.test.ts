import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { after, before, describe, it } from 'node:test';
import {
  makePostgresDatabase,
  type PostgresDatabase,
} from '../../../test/helpers/database/postgres.ts';
import { openPool } from './postgres.ts';
import { openKeyedPool } from './postgres-database.ts';
import { openPostgresSession } from './postgres-session.ts';

const usual = ['application_name', 'client_encoding', 'database', 'user'];

describe('a connection through a pooler', () => {
  let database: PostgresDatabase;
  let between: Awaited<ReturnType<typeof startBetween>>;
  before(async () => {
    database = await makePostgresDatabase();
    between = await startBetween(Number(new URL(database.url).port));
  });
  after(async () => {
    await between.close();
    await database.drop();
  });

  for (const [name, open] of Object.entries({ openPool, openKeyedPool })) {
    it(`begins with nothing that a pooler does not know, and has its limits all the same (${name})`, async () => {
      const url = new URL(database.url);
      url.port = String(between.port);
      const pool = open({
        url: url.href,
        poolSize: 1,
        connectTimeoutMs: 5000,
        statementTimeoutMs: 7000,
        lockTimeoutMs: 3000,
      });
      const ask = async (setting: string) =>
        (await pool.query(`select current_setting('${setting}') as value`)).rows[0].value;
      assert.equal(await ask('statement_timeout'), '7s');
      assert.match(await ask('lock_timeout'), /^[23]s$/);
      assert.equal(await ask('idle_in_transaction_session_timeout'), '8s');
      await pool.end();
      assert.deepEqual(between.names(), usual);
    });
  }

  it('begins with as little where it is kept for leadership', async () => {
    const url = new URL(database.url);
    url.port = String(between.port);
    const limits = { connectTimeoutMs: 5000, statementTimeoutMs: 7000 };
    const session = await openPostgresSession({ url: url.href, poolSize: 1, ...limits });
    const question = `select current_setting('statement_timeout') = '5s' as yes`;
    assert.equal(await session.ask(question), true);
    await session.close();
    assert.deepEqual(between.names(), usual);
  });
});

/** Passes everything on, and keeps the first packet of the last connection. */
async function startBetween(port: number) {
  let first: Buffer | undefined;
  const server = createServer((client) => {
    const there = connect(port, '127.0.0.1');
    client.once('data', (chunk) => {
      first = chunk;
    });
    client.pipe(there).pipe(client);
    client.on('error', () => there.destroy());
    there.on('error', () => client.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    /** Names of the parameters that it began with, behind its length and version. */
    names: () => {
      const texts = first?.subarray(8).toString().split('\0') ?? [];
      return texts.filter((text, at) => at % 2 === 0 && text !== '').sort();
    },
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}
