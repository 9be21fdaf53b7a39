import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import { registerUser } from '../helpers/accounts/accounts.ts';
import { makeMigratedPostgres } from '../helpers/database/migrated-storage.ts';
import { makeSpreadDatabase } from '../helpers/database/spread-database.ts';
import { startTestServer, type TestServer } from '../helpers/server/test-server.ts';
import { until } from '../helpers/until.ts';
import { randomMac, registerDevice } from '../helpers/water/devices.ts';
import { SigningBoard } from '../helpers/water/signing-board.ts';

const databases = [
  { name: 'one PostgreSQL', make: makeMigratedPostgres },
  { name: 'what Citus has spread', make: () => makeSpreadDatabase() },
];

for (const { name, make } of databases) {
  describe(`rows that somebody else's transaction holds on ${name}`, () => {
    let database: { url: string; drop: () => Promise<void> };
    let server: TestServer;
    let token: string;
    before(async () => {
      database = await make();
      const env = { DATABASE_URL: database.url, DATABASE_POOL: '2' };
      server = await startTestServer({ engine: 'postgres', env, isStill: true });
      ({ token } = await registerUser(server));
    });
    after(async () => {
      await server.stop();
      await database.drop();
    });

    const addDevices = async (count: number) => {
      const devices = Array.from({ length: count }, async () => {
        const mac = randomMac();
        return { mac, id: (await registerDevice(server, token, mac)).id };
      });
      return await Promise.all(devices);
    };
    const push = (mac: string, level = 50) =>
      server.request('POST', '/iot_push.php', {
        form: { mac_address: mac, water_level_percent: level },
      });
    const poll = (mac: string) => server.request('GET', `/iot_commands.php?mac_address=${mac}`);
    const pushAll = async (devices: { mac: string }[]) => {
      server.clock.advance(60_000);
      return await Promise.all(devices.map(({ mac }) => push(mac)));
    };
    const holding = async (
      statement: string,
      work: (end: () => Promise<void>) => Promise<void>,
    ) => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      try {
        await client.query(`begin; ${statement}`);
        await work(async () => void (await client.query('rollback')));
      } finally {
        await client.end();
      }
    };
    /** Until so many connections wait for what another one holds. */
    const untilWaiting = async (count: number) => {
      const client = new pg.Client({ connectionString: database.url });
      await client.connect();
      await until(async () => {
        const { rowCount } = await client.query(
          `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        );
        return rowCount === count;
      });
      await client.end();
    };
    const lines = () => server.logged().match(/holds rows of devices/g)?.length ?? 0;

    // A search for held rows finds the first two; the last is in one half after the other.
    for (const table of ['device_status', 'sensors', 'hourly_rollups']) {
      it(`are of one device alone: its pushes are 503, and no other's (${table})`, async () => {
        const devices = await addDevices(24);
        for (const { status } of await pushAll(devices)) assert.equal(status, 201);
        const [held, ...others] = devices;
        assert.ok(held);
        const before = lines();
        const statement = `select from ${table} where device_id = ${held.id} for update`;
        await holding(statement, async (end) => {
          const [ofHeld, ...ofOthers] = await pushAll(devices);
          assert.equal(ofHeld?.status, 503, ofHeld?.text);
          assert.match(ofHeld.headers.get('retry-after') ?? '', /^\d+$/);
          for (const { status, text } of ofOthers) assert.equal(status, 201, text);
          assert.equal(lines(), before + 1);

          // Nobody waits for it again: it is not even tried before its time.
          await end();
          assert.equal((await push(held.mac)).status, 503);
          assert.equal((await poll(held.mac)).status, 503);
          assert.equal((await push(others[0]?.mac ?? '', 60)).status, 201);
        });
        for (const { status, text } of await pushAll(devices)) assert.equal(status, 201, text);
        assert.equal(lines(), before + 1);
      });
    }

    it('are of many devices: each of these is 503, and no other', async () => {
      const devices = await addDevices(30);
      for (const { status } of await pushAll(devices)) assert.equal(status, 201);
      const isHeld = (index: number) => index % 3 === 0;
      const ids = devices.filter((_, index) => isHeld(index)).map(({ id }) => id);
      const expected = devices.map((_, index) => (isHeld(index) ? 503 : 201));
      const statement = `select from device_status where device_id in (${ids.join()}) for update`;
      await holding(statement, async () => {
        for (const _ of [1, 2]) {
          const answers = await pushAll(devices);
          assert.deepEqual(
            answers.map(({ status }) => status),
            expected,
          );
        }
      });
      for (const { status } of await pushAll(devices)) assert.equal(status, 201);
    });

    for (const table of ['device_status', 'hourly_rollups']) {
      it(`are of one device of a gateway's signed batch: the batch is 503, and neither the gateway nor the others (${table})`, async () => {
        const devices = await addDevices(12);
        const [gateway, held, ...others] = devices;
        assert.ok(gateway && held);
        const path = '/api/devices.php?action=api-key';
        const json = { device_id: gateway.id };
        const { body } = await server.request('POST', path, { token, json });
        const board = new SigningBoard(gateway.mac, (body as { api_key: string }).api_key);
        for (const { status } of await pushAll(devices)) assert.equal(status, 201);
        server.clock.advance(60_000);
        const recorded_at = new Date(server.clock.now).toISOString();
        const readings = devices.map(({ mac }) => ({
          mac_address: mac,
          water_level_percent: 60,
          recorded_at,
        }));
        const batch = board.batch(readings);
        const statement = `select from ${table} where device_id = ${held.id} for update`;
        await holding(statement, async () => {
          const [of, ...pushes] = await Promise.all([
            board.send(server, batch),
            ...others.map(({ mac }) => push(mac, 70)),
          ]);
          assert.equal(of.status, 503, of.text);
          for (const { status, text } of pushes) assert.equal(status, 201, text);
          assert.equal((await push(held.mac, 70)).status, 503);
          // The one that holds up is known by now, and who has sent for it is not held up with it.
          if (table === 'device_status') assert.equal((await push(gateway.mac, 70)).status, 201);
        });
        server.clock.advance(2000);
        await until(async () => (await push(held.mac, 80)).status === 201);
        await until(async () => (await board.send(server, batch)).status === 200);
        const again = await board.send(server, batch);
        assert.equal((again.body as { repeated: number }).repeated, readings.length);
      });
    }

    it('let requests that need them be 503, and not those that wait for a connection meanwhile', async () => {
      const [device] = await addDevices(1);
      assert.ok(device);
      const rename = () =>
        server.request('PUT', '/api/devices.php?action=update-name', {
          token,
          json: { mac_or_serial: device.mac, device_name: 'Roof' },
        });
      await holding(`select from devices where id = ${device.id} for update`, async () => {
        const renaming = [rename(), rename()];
        await untilWaiting(2);
        const listed = await server.request('GET', '/api/devices.php?action=list', { token });
        const renamed = await Promise.all(renaming);
        for (const { status, text } of renamed) assert.equal(status, 503, text);
        assert.equal(listed.status, 200, listed.text);
      });
      assert.equal((await rename()).status, 200);
    });
  });
}
