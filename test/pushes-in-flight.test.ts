import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { registerUser } from './helpers/accounts/accounts.ts';
import { makeMigratedPostgres } from './helpers/database/migrated-storage.ts';
import { startHangingProxy } from './helpers/http/hanging-proxy.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from './helpers/server/test-server.ts';
import { createTestTimers } from './helpers/server/test-timers.ts';
import { until } from './helpers/until.ts';
import { randomMac, registerDevice } from './helpers/water/devices.ts';

const pushTo = (server: TestServer, mac: string, level: number) =>
  server.request('POST', '/iot_push.php', {
    form: { mac_address: mac, water_level_percent: level },
  });

describeOnBothEngines('pushes of a device that changes hands', (engine) => {
  let server: TestServer;
  before(async () => {
    const env = { PUSH_BURST_PER_DEVICE: '100000', PUSH_RATE_PER_DEVICE: '100000' };
    server = await startTestServer({ engine, env });
  });
  after(() => server.stop());

  /** Offers the device to somebody new. @returns has it taken without its history. */
  const offer = async (token: string, device_id: string) => {
    const heir = await registerUser(server);
    const json = { device_id, email: heir.email, keep_history: false, keep_shares: false };
    const path = '/api/devices.php?action=transfer';
    const { body, status, text } = await server.request('POST', path, { token, json });
    assert.equal(status, 201, text);
    return async () => {
      const accepted = await server.request('POST', '/api/devices.php?action=accept', {
        token: heir.token,
        json: { id: (body as { id: number }).id },
      });
      assert.equal(accepted.status, 200, accepted.text);
      return { token: heir.token, id: (accepted.body as { device_id: string }).device_id };
    };
  };

  it('are 503 to one that is still known by what it was, and stored when it comes again', async () => {
    const { token } = await registerUser(server);
    const mac = randomMac();
    const { id } = await registerDevice(server, token, mac);
    assert.equal((await pushTo(server, mac, 50)).status, 201);
    // As another process does, whose word of it is still on its way.
    await server.db.write.deleteFrom('device_status').where('device_id', '=', Number(id)).execute();
    const { id: _, ...row } = await server.db.read
      .selectFrom('devices')
      .selectAll()
      .where('id', '=', Number(id))
      .executeTakeFirstOrThrow();
    await server.db.write.deleteFrom('devices').where('id', '=', Number(id)).execute();
    const anew = await server.db.write
      .insertInto('devices')
      .values(row)
      .returning('id')
      .executeTakeFirstOrThrow();
    await server.db.write.insertInto('device_status').values({ device_id: anew.id }).execute();
    const caught = await pushTo(server, mac, 60);
    assert.equal(caught.status, 503, caught.text);
    assert.match(caught.headers.get('retry-after') ?? '', /^\d+$/);
    const again = await pushTo(server, mac, 60);
    assert.equal(again.status, 201, again.text);
    assert.equal((again.body as { device_id: string }).device_id, String(anew.id));
  });

  it('are never 404 while it does', async () => {
    const { token } = await registerUser(server);
    const mac = randomMac();
    let owned = { token, id: (await registerDevice(server, token, mac)).id };
    for (let round = 0; round < 10; round++) {
      const take = await offer(owned.token, owned.id);
      let isTaken = false;
      const push = async () => {
        const statuses: number[] = [];
        while (!isTaken) statuses.push((await pushTo(server, mac, statuses.length % 100)).status);
        return statuses;
      };
      const pushing = [push(), push(), push(), push()];
      owned = await take();
      isTaken = true;
      const statuses = new Set((await Promise.all(pushing)).flat());
      assert.deepEqual(
        [...statuses].filter((each) => each !== 201 && each !== 503),
        [],
      );
    }
  });

  it('are 404 once nobody has it', async () => {
    const { token } = await registerUser(server);
    const mac = randomMac();
    const { id } = await registerDevice(server, token, mac);
    assert.equal((await pushTo(server, mac, 50)).status, 201);
    for (const table of ['devices', 'device_status'] as const)
      await server.db.write
        .deleteFrom(table)
        .where(table === 'devices' ? 'id' : 'device_id', '=', Number(id) as never)
        .execute();
    assert.equal((await pushTo(server, mac, 60)).status, 404);
  });
});

describe('what devices ask of a PostgreSQL that has fallen silent', () => {
  it('is 503 with a time to come again before a proxy hangs up, however many wait', async () => {
    const database = await makeMigratedPostgres();
    const proxy = await startHangingProxy(Number(new URL(database.url).port || 5432));
    const url = new URL(database.url);
    url.port = String(proxy.port);
    const timers = createTestTimers();
    const env = { DATABASE_URL: url.href, DATABASE_POOL: '2', DATABASE_STATEMENT_SECONDS: '600' };
    const server = await startTestServer({ engine: 'postgres', env, timers });
    const { token } = await registerUser(server);
    const macs = Array.from({ length: 8 }, randomMac);
    for (const mac of macs) {
      await registerDevice(server, token, mac);
      assert.equal((await pushTo(server, mac, 50)).status, 201);
    }
    proxy.hang();
    const poll = (mac: string) => server.request('GET', `/iot_commands.php?mac_address=${mac}`);
    const asked = [...macs.map((mac) => pushTo(server, mac, 60)), ...macs.map(poll)];
    let answered = 0;
    for (const each of asked) void each.then(() => answered++);
    await until(async () => {
      timers.advance(1000);
      return answered === asked.length;
    });
    for (const { status, headers, text } of await Promise.all(asked)) {
      assert.equal(status, 503, text);
      assert.match(headers.get('retry-after') ?? '', /^\d+$/);
    }
    proxy.passOn();
    await server.stop();
    await proxy.stop();
    await database.drop();
  });
});
