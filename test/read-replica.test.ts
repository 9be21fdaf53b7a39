import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import { makeMigratedPostgres } from './helpers/database/migrated-storage.ts';
import { makePostgresDatabase } from './helpers/database/postgres.ts';
import { type HangingProxy, startHangingProxy } from './helpers/http/hanging-proxy.ts';
import { type Answer, startTestServer, type TestServer } from './helpers/server/test-server.ts';

const mac = 'AA:BB:CC:00:11:22';
const secret = 'one secret of at least 32 characters';
const leftAloneMs = 15_000;
/** Several times what a busy machine takes to connect: one that is merely slow is not away. */
const silentSeconds = '4';

/** Fills an empty database with people and devices of fixed ids; levels show which one it is. */
async function fill(server: TestServer, level: number): Promise<string> {
  const json = { email: 'asha@example.com', password: 'correct horse battery' };
  const { body } = await server.request('POST', '/api/auth.php?action=register', { json });
  const { token } = body as { token: string };
  const device = { mac_or_serial: mac };
  await server.request('POST', '/api/devices.php?action=register', { token, json: device });
  await push(server, level);
  return token;
}

async function push(server: TestServer, level: number): Promise<void> {
  const form = { mac_address: mac, water_level_percent: level };
  assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
}

const start = (url: string, env: Record<string, string> = {}) =>
  startTestServer({ engine: 'sqlite', env: { DATABASE_URL: url, SERVER_SECRET: secret, ...env } });

describe('a read replica', () => {
  let primary: { url: string; drop: () => Promise<void> };
  let replica: { url: string; drop: () => Promise<void> };
  let proxy: HangingProxy;
  let server: TestServer;
  let token: string;
  before(async () => {
    primary = await makeMigratedPostgres();
    replica = await makeMigratedPostgres();
    const other = await start(replica.url);
    await fill(other, 13);
    await other.stop();
    const url = new URL(replica.url);
    proxy = await startHangingProxy(Number(url.port));
    url.port = String(proxy.port);
    url.hostname = '127.0.0.1';
    server = await start(primary.url, {
      DATABASE_READ_URL: url.href,
      DATABASE_STATEMENT_SECONDS: silentSeconds,
      DATABASE_CONNECT_SECONDS: silentSeconds,
    });
    token = await fill(server, 77);
  });
  beforeEach(async () => {
    proxy.passOn();
    server.clock.advance(leftAloneMs);
    assert.equal(await replicaState(), 'up');
  });
  after(async () => {
    proxy.passOn();
    await server.stop();
    await proxy.stop();
    await primary.drop();
    await replica.drop();
  });

  const get = (path: string): Promise<Answer> => server.request('GET', path, { token });
  const history = async () => {
    const { status, body } = await get('/api/sensors.php?action=history&device_id=1&hours=24');
    return status === 200 ? (body as { level: number }[]).map(({ level }) => level) : status;
  };
  const replicaState = async () => {
    const { status, body } = await server.request('GET', '/readyz');
    assert.equal(status, 200);
    return (body as { read_replica: string }).read_replica;
  };
  const timesTold = (text: string) => server.logged().split(text).length - 1;

  it('answers history, reports and export, and nothing else', async () => {
    const late = [
      'sensors.php?action=history&device_id=1&hours=24',
      'sensors.php?action=history&device_id=1&hours=24&points=10',
      'reports.php?action=daily&device_id=1&period=7d',
      'reports.php?action=export&device_id=1&period=7d',
    ];
    for (const path of late) {
      const { text } = await get(`/api/${path}`);
      assert.match(text, /\b13\b/, path);
      assert.doesNotMatch(text, /\b77\b/, path);
    }
    const alerts = await get('/api/reports.php?action=alerts&device_id=1&period=7d');
    assert.equal((alerts.body as { summary: { total: number } }).summary.total, 1, alerts.text);
    const fresh = [
      'sensors.php?action=latest&device_id=1',
      'sensors.php?action=summary&device_id=1&hours=24',
      'tanks',
    ];
    for (const path of fresh) {
      const { text } = await get(`/api/${path}`);
      assert.match(text, /\b77\b/, path);
      assert.doesNotMatch(text, /\b13\b/, path);
    }
    const list = await get('/api/alerts.php?action=list&device_id=1');
    assert.deepEqual(list.body, []);
  });

  it('leaves its reads to the primary while it is away, tries again later, and tells of it once', async () => {
    const before = timesTold('the read replica is away');
    proxy.refuse();
    assert.deepEqual(await history(), [77]);
    const tries = proxy.connections();
    for (const _ of [1, 2, 3]) assert.deepEqual(await history(), [77]);
    assert.equal(await replicaState(), 'away');
    assert.equal(proxy.connections(), tries, 'it is left alone for a while');
    server.clock.advance(leftAloneMs);
    assert.deepEqual(await history(), [77]);
    assert.ok(proxy.connections() > tries);
    proxy.passOn();
    assert.deepEqual(await history(), [77]);
    server.clock.advance(leftAloneMs);
    assert.deepEqual(await history(), [13]);
    assert.equal(await replicaState(), 'up');
    assert.equal(timesTold('the read replica is away') - before, 1);
    assert.ok(!server.logged().includes('kisima:kisima'));
  });

  it('costs the read under which it falls silent, and no other', async () => {
    assert.deepEqual(await history(), [13]);
    proxy.hang();
    assert.equal(await history(), 503);
    assert.deepEqual(await history(), [77]);
    assert.equal(await replicaState(), 'away');
    server.clock.advance(leftAloneMs);
    assert.deepEqual(await history(), [77]);
  });

  it('is away where it is no replica of ours', async () => {
    const empty = await makePostgresDatabase();
    const wrong = await start(primary.url, { DATABASE_READ_URL: empty.url });
    const { status, body } = await wrong.request('GET', '/readyz');
    assert.deepEqual([status, body], [200, { ...(body as object), read_replica: 'away' }]);
    const path = '/api/reports.php?action=daily&device_id=1&period=7d';
    assert.match((await wrong.request('GET', path, { token })).text, /\b77\b/);
    await wrong.stop();
    await empty.drop();
  });

  it('is away where it lets us not in, and no log line says the password', async () => {
    const url = new URL(replica.url);
    url.password = 'hunter2hunter2';
    const wrong = await start(primary.url, { DATABASE_READ_URL: url.href });
    const { body } = await wrong.request('GET', '/readyz');
    assert.equal((body as { read_replica: string }).read_replica, 'away');
    assert.match(wrong.logged(), /the read replica is away/);
    assert.doesNotMatch(wrong.logged(), /hunter2/);
    await wrong.stop();
  });

  it('needs a primary, and a URL that is one', async () => {
    await assert.rejects(
      startTestServer({ engine: 'sqlite', env: { DATABASE_READ_URL: replica.url } }),
      { message: 'DATABASE_READ_URL needs a DATABASE_URL that it is a replica of' },
    );
    for (const DATABASE_READ_URL of ['mysql://u:hunter2@h/d', 'postgres://u:hunter2@[h/d']) {
      await assert.rejects(start(primary.url, { DATABASE_READ_URL }), {
        message:
          'DATABASE_READ_URL must be a URL such as postgres://user:password@host:5432/database',
      });
    }
  });
});
