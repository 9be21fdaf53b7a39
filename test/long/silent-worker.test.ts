import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import pg from 'pg';
import { registerUser } from '../helpers/accounts/accounts.ts';
import {
  makeSpreadDatabase,
  moveShards,
  type SpreadDatabase,
} from '../helpers/database/spread-database.ts';
import { type HangingProxy, startHangingProxy } from '../helpers/http/hanging-proxy.ts';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac, registerDevice } from '../helpers/water/devices.ts';

describe('a server on a cluster', () => {
  let spread: SpreadDatabase;
  let server: TestServer;
  let token: string;
  const proxies: HangingProxy[] = [];

  before(async () => {
    spread = await makeSpreadDatabase(async (port) => {
      const proxy = await startHangingProxy(port);
      proxies.push(proxy);
      return proxy.port;
    });
    server = await startTestServer({
      engine: 'postgres',
      env: {
        DATABASE_URL: spread.url,
        DATABASE_STATEMENT_SECONDS: '0.5',
        DATABASE_CONNECT_SECONDS: '1',
      },
    });
    ({ token } = await registerUser(server));
  });
  beforeEach(async () => {
    for (const proxy of proxies) proxy.passOn();
    await untilWorkersAre('up', 'up');
  });
  after(async () => {
    for (const proxy of proxies) proxy.passOn();
    await server.stop();
    for (const proxy of proxies) await proxy.stop();
    await spread.drop();
  });

  const workers = async () => {
    const { status, body, text } = await server.request('GET', '/readyz');
    assert.equal(status, 200, text);
    return (body as { database_workers: { name: string; state: string }[] }).database_workers;
  };
  const untilWorkersAre = async (...states: string[]) => {
    await until(async () => {
      const found = new Map((await workers()).map(({ name, state }) => [name, state]));
      return spread.ports.every((port, index) =>
        [...found].some(([name, state]) => name.endsWith(`:${port}`) && state === states[index]),
      );
    });
  };
  const push = (mac: string, recorded_at?: string) =>
    server.request('POST', '/iot_push.php', {
      form: { mac_address: mac, water_level_percent: 50, ...(recorded_at && { recorded_at }) },
    });
  const poll = (mac: string) => server.request('GET', `/iot_commands.php?mac_address=${mac}`);
  const ids = new Map<string, string>();
  const readLatest = (mac: string) =>
    server.request('GET', `/api/sensors.php?action=latest&device_id=${ids.get(mac)}`, { token });
  const statusesOf = async (macs: string[], ask: typeof poll) =>
    (await Promise.all(macs.map((mac) => ask(mac)))).map(({ status }) => status);

  /** New devices of each worker, by turns as their shards are, that are known and have pushed. */
  const addDevices = async (): Promise<[string[], string[]]> => {
    const macs: [string[], string[]] = [[], []];
    while (macs.some((some) => some.length < 3)) {
      const mac = randomMac();
      const { id } = await registerDevice(server, token, mac);
      ids.set(mac, id);
      const { shard } = server.db.partitions?.of(Number(id)) ?? {};
      macs[(shard?.id ?? 0) % 2 === 0 ? 0 : 1].push(mac);
      assert.equal((await push(mac)).status, 201);
    }
    return macs;
  };
  const each = (status: number, macs: string[]) => macs.map(() => status);

  for (const how of ['refuse', 'hang'] as const) {
    it(`answers 503 to the devices of a worker that ${how}s, and serves all others`, async () => {
      const [lost, served] = await addDevices();
      proxies[0]?.[how]();
      const [ofLost, ofServed] = await Promise.all([
        statusesOf(lost, push),
        statusesOf(served, push),
      ]);
      assert.deepEqual(ofLost, each(503, lost));
      assert.deepEqual(ofServed, each(201, served));
      await untilWorkersAre('away', 'up');
      for (const ask of [poll, readLatest]) {
        assert.deepEqual(await statusesOf(lost, ask), each(503, lost));
        assert.deepEqual(await statusesOf(served, ask), each(200, served));
      }
      proxies[0]?.passOn();
      await untilWorkersAre('up', 'up');
      assert.deepEqual(
        await statusesOf([...lost, ...served], push),
        each(201, [...lost, ...served]),
      );
      const [name = ''] = (await workers()).map(({ name }) => name);
      assert.match(server.logged(), /a worker is away/);
      assert.match(server.logged(), new RegExp(`"worker":"${name.split(':')[0]}:\\d+"`));
    });
  }

  it('stores on a shard that was moved, without a failure and with what it remembers made anew', async () => {
    const [moved, others] = await addDevices();
    const macs = [...moved, ...others];
    const third = await startHangingProxy(Number(new URL(spread.url).port));
    proxies.push(third);
    await moveShards(server.db.write, spread, third.port);
    assert.deepEqual(await statusesOf(macs, push), each(201, macs));
    spread.ports[0] = third.port;
    assert.ok(third.connections() > 0);
    await untilWorkersAre('up', 'up');
  });
});

/**
 * A coordinator of Citus waits for a worker without a limit, and tells nobody. A transaction that holds the
 * tables stands for that: what asks for them here waits for it as long.
 */
describe('what waits for the coordinator of a cluster while a worker is silent', () => {
  let spread: SpreadDatabase;
  let server: TestServer;
  let proxy: HangingProxy;

  before(async () => {
    spread = await makeSpreadDatabase(async (port) => {
      proxy ??= await startHangingProxy(port);
      return proxy.port;
    });
    server = await startTestServer({
      engine: 'postgres',
      env: {
        DATABASE_URL: spread.url,
        DATABASE_STATEMENT_SECONDS: '600',
        DATABASE_CONNECT_SECONDS: '60',
        DATABASE_POOL: '2',
      },
    });
  });
  after(async () => {
    proxy.passOn();
    await server.stop();
    await proxy.stop();
    await spread.drop();
  });

  const poll = (mac: string) => server.request('GET', `/iot_commands.php?mac_address=${mac}`);
  const holding = async (tables: string, work: () => Promise<void>) => {
    const client = new pg.Client({ connectionString: spread.url });
    await client.connect();
    try {
      await client.query(`begin; lock table ${tables} in access exclusive mode`);
      await work();
    } finally {
      await client.end();
    }
  };

  it('is answered 503, with all that waits behind it or for another reason, and served again later', async () => {
    const { token } = await registerUser(server);
    const [known, unknown] = [randomMac(), randomMac()];
    for (const mac of [known, unknown]) await registerDevice(server, token, mac);
    assert.equal((await poll(known)).status, 200);
    const ask = () =>
      Promise.all([
        ...[known, known, known, known, unknown].map(poll),
        ...[1, 2, 3].map(() => server.request('GET', '/api/tanks', { token })),
      ]);
    proxy.hang();
    await holding('pump_commands, sensors, devices', async () => {
      for (const { status, text } of await ask()) assert.equal(status, 503, text);
    });
    assert.match(server.logged(), /a worker is away/);
    proxy.passOn();
    while (server.db.isWorkerAway?.()) await server.request('GET', '/readyz');
    for (const { status, text } of await ask()) assert.equal(status, 200, text);
  });
});
