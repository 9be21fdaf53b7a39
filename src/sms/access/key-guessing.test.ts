import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { makePostgresDatabase } from '../../../test/helpers/database/postgres.ts';
import {
  type SharedProcess,
  startSharedProcess,
} from '../../../test/helpers/server/shared-processes.ts';
import {
  type Answer,
  describeOnBothEngines,
  type TestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { newSmsCaller, type SmsCaller } from '../../../test/helpers/sms/sms-caller.ts';

const most = 5;
const env = { TRUST_PROXY: '1', SMS_KEY_FAILURES_PER_ADDRESS: String(most) };

/** A key that looks like one of ours. */
const guess = () => `ksm_${randomBytes(32).toString('base64url')}`;

const tryKey = (server: TestServer, key: string, address: string): Promise<Answer> =>
  server.request('GET', '/v1/sms/balance', {
    headers: { 'x-api-key': key, 'x-forwarded-for': address },
  });

const statusesOf = (answers: Answer[]) => answers.map(({ status }) => status);

describeOnBothEngines('guessing API keys', (engine) => {
  const server = useTestServer({ engine, env });
  let caller: SmsCaller;
  before(async () => {
    caller = await newSmsCaller(server);
  });

  it('ends with 429 for its address, while good keys from there still work', async () => {
    const address = '192.0.2.1';
    const keys = ['nonsense', guess(), 'x'.repeat(4000), guess(), `${caller.apiKey}x`];
    for (const key of keys) assert.equal((await tryKey(server, key, address)).status, 403);
    for (const key of [guess(), 'nonsense']) {
      const { status, body, headers } = await tryKey(server, key, address);
      const { code, retry_after } = body as { code: string; retry_after: number };
      assert.deepEqual([status, code], [429, 'too_many_requests']);
      assert.ok(retry_after > 0 && retry_after <= 900, String(retry_after));
      assert.equal(headers.get('retry-after'), String(retry_after));
    }
    assert.equal((await tryKey(server, caller.apiKey, address)).status, 200);
    assert.equal((await tryKey(server, guess(), '192.0.2.2')).status, 403);
  });

  it('is counted one by one, also where guesses come together', async () => {
    const guesses = Array.from({ length: 20 }, () => tryKey(server, guess(), '192.0.2.3'));
    const statuses = statusesOf(await Promise.all(guesses));
    assert.equal(statuses.filter((status) => status === 403).length, most);
    assert.equal(statuses.filter((status) => status === 429).length, 20 - most);
  });

  it('is what neither good keys nor missing ones count as', async () => {
    const address = '192.0.2.4';
    for (let count = 0; count < most * 2; count += 1) {
      assert.equal((await tryKey(server, caller.apiKey, address)).status, 200);
      assert.equal((await tryKey(server, '', address)).status, 401);
    }
    assert.equal((await tryKey(server, guess(), address)).status, 403);
  });

  it('counts a key that was revoked', async () => {
    const { owner, apiKey } = await newSmsCaller(server);
    const [{ id } = { id: 0 }] = (await owner.call('GET', '/keys')).body as { id: number }[];
    await owner.call('DELETE', `/keys/${id}`);
    const address = '2001:db8:1:2::';
    for (let count = 1; count <= most; count += 1) {
      assert.equal((await tryKey(server, apiKey, `${address}${count}`)).status, 403);
    }
    assert.equal((await tryKey(server, apiKey, `${address}99`)).status, 429);
  });
});

describe('guesses at two processes on one PostgreSQL', () => {
  let database: { url: string; drop: () => Promise<void> };
  let processes: SharedProcess[];
  before(async () => {
    database = await makePostgresDatabase();
    const shared = { ...env, SERVER_SECRET: 'x'.repeat(32) };
    const first = await startSharedProcess(database.url, shared);
    processes = [first, await startSharedProcess(database.url, shared)];
  });
  after(async () => {
    for (const { server } of processes) await server.stop();
    await database.drop();
  });

  it('are counted together', async () => {
    const servers = processes.map(({ server }) => server);
    const statuses: number[] = [];
    for (let round = 0; round < 4; round += 1) {
      for (const server of servers) {
        statuses.push((await tryKey(server, guess(), '192.0.2.1')).status);
      }
    }
    assert.deepEqual(statuses, [403, 403, 403, 403, 403, 429, 429, 429]);
  });
});
