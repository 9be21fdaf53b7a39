import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import {
  assertDerivedRowsFit,
  assertNothingIsLost,
  assertNothingIsTwice,
} from '../helpers/database/check-stored.ts';
import { readStored } from '../helpers/database/stored-readings.ts';
import {
  makeStorage,
  type RunningKisima,
  type Storage,
  startKisima,
} from '../helpers/server/kisima-process.ts';
import { call, type Owner, type Reply, registerOwner } from '../helpers/server/process-client.ts';
import type { AcknowledgedReading, StormRecord } from '../helpers/soak/push-storm.ts';
import { randomMac } from '../helpers/water/devices.ts';

describe('while PostgreSQL is away', () => {
  let storage: Storage;
  let server: RunningKisima;
  let owner: Owner;
  let database: Switch;
  before(async () => {
    storage = await makeStorage('postgres');
    server = await startKisima({
      ...storage.env,
      PUSH_RATE_PER_DEVICE: '1000000',
      PUSH_BURST_PER_DEVICE: '1000000',
    });
    owner = await registerOwner(server.url, 4);
    database = await openSwitch(storage.databaseUrl ?? '');
  });
  beforeEach(() => database.turnOn());
  after(async () => {
    await database.turnOn();
    await server.stop();
    await database.close();
    await storage.remove();
  });

  it('is alive and not ready, and ready again by itself', async () => {
    assert.equal((await call(server.url, 'GET', '/readyz')).status, 200);
    await database.turnOff();
    assert.equal((await call(server.url, 'GET', '/healthz')).status, 200);
    assertUnavailable(await call(server.url, 'GET', '/readyz'));
    assert.match((await call(server.url, 'GET', '/metrics')).text, /^kisima_ready 0$/m);
    await database.turnOn();
    assert.equal((await call(server.url, 'GET', '/readyz')).status, 200);
    assert.match((await call(server.url, 'GET', '/metrics')).text, /^kisima_ready 1$/m);
  });

  it('answers 503 to requests that need it', async () => {
    await database.turnOff();
    const { token, email, password, devices } = owner;
    const form = { mac_address: devices[0]?.mac ?? '', water_level_percent: 50 };
    const login = { email, password };
    for (const reply of [
      await call(server.url, 'POST', '/iot_push.php', { form }),
      await call(server.url, 'POST', '/api/auth.php?action=login', { json: login }),
      await call(server.url, 'GET', '/api/auth.php?action=session', { token }),
      await call(server.url, 'GET', '/api/devices.php?action=list', { token }),
    ]) {
      assertUnavailable(reply);
    }
  });

  it('answers 503 also to whose transaction a broken connection ends', async () => {
    let breaks = 20;
    let registered = 0;
    const { token } = owner;
    const registerOn = async (): Promise<void> => {
      const json = { mac_or_serial: randomMac() };
      const path = '/api/devices.php?action=register';
      const reply = await call(server.url, 'POST', path, { token, json });
      if (reply.status !== 201) assertUnavailable(reply);
      else if (++registered % 10 === 0) {
        breaks -= 1;
        await database.breakConnections();
      }
      if (breaks > 0) await registerOn();
    };
    await Promise.all(Array.from({ length: 12 }, registerOn));
  });

  it('outlives connections that break in the middle of commits, and loses nothing', async () => {
    const record: StormRecord = { pushes: [], acknowledged: [] };
    let breaks = 5;
    const pushOn = async (): Promise<void> => {
      const mark = record.pushes.length;
      const device = owner.devices[mark % owner.devices.length];
      assert.ok(device);
      const form = { mac_address: device.mac, water_level_percent: 50, water_level_cm: mark };
      record.pushes.push({ device, mark, form });
      const reply = await call(server.url, 'POST', '/iot_push.php', { form });
      if (reply.status === 201) {
        const reading = reply.body as AcknowledgedReading;
        record.acknowledged.push({ push: { device, mark, form }, reading });
        if (record.acknowledged.length % 100 === 0) {
          breaks -= 1;
          await database.breakConnections();
        }
      } else {
        assertUnavailable(reply);
      }
      if (breaks > 0) await pushOn();
    };
    await Promise.all(Array.from({ length: 24 }, pushOn));
    const stored = await readStored(storage);
    assertNothingIsLost(stored, record);
    assertNothingIsTwice(stored, record);
    assertDerivedRowsFit(stored);
    assert.equal(server.process.exitCode, null);
  });
});

function assertUnavailable({ status, headers, body }: Reply): void {
  const { success, code } = body as { success?: unknown; code?: unknown };
  assert.deepEqual([status, success, code], [503, false, 'unavailable']);
  assert.match(headers.get('retry-after') ?? '', /^\d+$/);
}

type Switch = {
  breakConnections: () => Promise<void>;
  /** Breaks every connection and lets none in. */
  turnOff: () => Promise<void>;
  turnOn: () => Promise<void>;
  close: () => Promise<void>;
};

/** An administrator's change to a PostgreSQL database. */
async function openSwitch(databaseUrl: string): Promise<Switch> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  // The test's server goes away at the end, with its open connections.
  client.on('error', () => {});
  await client.connect();
  const breakConnections = async () => {
    await client.query(
      'select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1',
      [name],
    );
  };
  const allow = async (yes: boolean) => {
    await client.query(`alter database ${name} with allow_connections ${yes}`);
  };
  return {
    breakConnections,
    turnOff: async () => {
      await allow(false);
      await breakConnections();
    },
    turnOn: () => allow(true),
    close: () => client.end(),
  };
}
