import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';

const path = '/api/sensor_configs.php';
const missing = [404, 'not_found'];

type Config = { id: number; sensor_name: string; created_at: string; updated_at: string };

describeOnBothEngines('sensor configs', (engine) => {
  const server = useTestServer({ engine });

  const list = (token: string | undefined, query: string) =>
    server.request('GET', `${path}?action=list${query}`, { token });
  const save = (token: string | undefined, json: unknown) =>
    server.request('POST', `${path}?action=save`, { token, json });
  const remove = (token: string | undefined, query: string) =>
    server.request('DELETE', `${path}?action=remove${query}`, { token });
  const newDevice = async () => {
    const { token } = await registerUser(server);
    return { token, device_id: (await registerDevice(server, token)).id };
  };
  const instant = () => new Date(server.clock.now).toISOString();

  describe('save', () => {
    it('creates with the defaults', async () => {
      const { token, device_id } = await newDevice();
      const { status, body } = await save(token, { device_id, sensor_name: 'roof' });
      assert.equal(status, 201);
      assert.deepEqual(body, {
        id: (body as Config).id,
        device_id,
        sensor_name: 'roof',
        capacity: 1000,
        high_threshold: 90,
        low_threshold: 20,
        tank: null,
        supply: null,
        muted: [],
        pump_max_minutes: 240,
        pump_rest_minutes: 10,
        pump_litres_per_hour: null,
        fills_from: null,
        created_at: instant(),
        updated_at: instant(),
      });
      assert.ok(Number.isInteger((body as Config).id));
    });

    it('updates what is given and keeps what is absent or null', async () => {
      const { token, device_id } = await newDevice();
      const sensor = { device_id, sensor_name: 'roof' };
      const given = { capacity: 5000, high_threshold: 95, low_threshold: 10 };
      const created = (await save(token, { ...sensor, ...given })).body as Config;
      server.clock.advance(1000);
      const kept = await save(token, { ...sensor, capacity: null, low_threshold: 15 });
      assert.equal(kept.status, 200);
      const { id, created_at } = created;
      const expected = {
        ...sensor,
        ...given,
        low_threshold: 15,
        tank: null,
        supply: null,
        muted: [],
        pump_max_minutes: 240,
        pump_rest_minutes: 10,
        pump_litres_per_hour: null,
        fills_from: null,
        id,
        created_at,
      };
      assert.deepEqual(kept.body, { ...expected, updated_at: instant() });
      assert.deepEqual((await list(token, `&device_id=${device_id}`)).body, [kept.body]);
    });

    it('keeps what a pump brings until 0 says that it is not known', async () => {
      const { token, device_id } = await newDevice();
      const sensor = { device_id, sensor_name: 'roof' };
      const rateAfter = async (given: object) =>
        ((await save(token, { ...sensor, ...given })).body as { pump_litres_per_hour: unknown })
          .pump_litres_per_hour;
      assert.equal(await rateAfter({ pump_litres_per_hour: 1_000_000 }), 1_000_000);
      assert.equal(await rateAfter({ pump_litres_per_hour: null }), 1_000_000);
      assert.equal(await rateAfter({ pump_litres_per_hour: 0 }), null);
      for (const rate of [-1, 1_000_001, 0.5, '5']) {
        const answer = await save(token, { ...sensor, pump_litres_per_hour: rate });
        assert.deepEqual(wrongFields(answer), ['pump_litres_per_hour']);
      }
    });

    it('makes one configuration of many saves at once', async () => {
      const { token, device_id } = await newDevice();
      const capacities = [100, 200, 300, 400, 500];
      const answers = await Promise.all(
        capacities.map((capacity) => save(token, { device_id, sensor_name: 'roof', capacity })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 200, 200, 200, 201]);
      assert.equal(((await list(token, `&device_id=${device_id}`)).body as Config[]).length, 1);
    });

    it('takes every value from limit to limit, and none beyond', async () => {
      const { token, device_id } = await newDevice();
      const within = [
        { capacity: 100, high_threshold: 50, low_threshold: 1 },
        { capacity: 100_000, high_threshold: 99, low_threshold: 49 },
      ];
      for (const values of within) {
        const { status, body } = await save(token, { device_id, sensor_name: 'roof', ...values });
        assert.ok(status === 201 || status === 200);
        const { capacity, high_threshold, low_threshold } = body as typeof values;
        assert.deepEqual({ capacity, high_threshold, low_threshold }, values);
      }
      const beyond = [
        { capacity: 99, high_threshold: 49, low_threshold: 0 },
        { capacity: 100_001, high_threshold: 100, low_threshold: 50 },
        { capacity: 1000.5, high_threshold: 90.5, low_threshold: 20.5 },
        { capacity: '1000', high_threshold: '90', low_threshold: '20' },
        { capacity: true, high_threshold: [90], low_threshold: {} },
      ];
      for (const values of beyond) {
        const answer = await save(token, { device_id, sensor_name: 'roof', ...values });
        assert.deepEqual(wrongFields(answer), ['capacity', 'high_threshold', 'low_threshold']);
      }
    });

    it('names every wrong field', async () => {
      const { token, device_id } = await newDevice();
      assert.deepEqual(wrongFields(await save(token, {})), ['device_id', 'sensor_name']);
      assert.deepEqual(wrongFields(await save(token, [])), ['body']);
      for (const sensor_name of ['', ' ', 'a\nb', 'x'.repeat(65), 5, null]) {
        assert.deepEqual(wrongFields(await save(token, { device_id, sensor_name })), [
          'sensor_name',
        ]);
      }
      assert.equal((await save(token, { device_id, sensor_name: 'x'.repeat(64) })).status, 201);
    });

    it("answers 404 for another user's device; needs a token", async () => {
      const [{ token }, { device_id }] = [await newDevice(), await newDevice()];
      assert.deepEqual(failureOf(await save(token, { device_id, sensor_name: 'roof' })), missing);
      assert.equal((await save(undefined, { device_id, sensor_name: 'roof' })).status, 401);
    });
  });

  describe('list', () => {
    it('answers the configurations in the order of creation', async () => {
      const { token, device_id } = await newDevice();
      assert.deepEqual((await list(token, `&device_id=${device_id}`)).body, []);
      for (const sensor_name of ['roof', 'ground', 'Roof'])
        await save(token, { device_id, sensor_name });
      const { status, body } = await list(token, `&device_id=${device_id}`);
      assert.equal(status, 200);
      assert.deepEqual(
        (body as Config[]).map(({ sensor_name }) => sensor_name),
        ['roof', 'ground', 'Roof'],
      );
    });

    it("answers 404 for another user's device; needs a device_id and a token", async () => {
      const [{ token }, { device_id }] = [await newDevice(), await newDevice()];
      assert.deepEqual(failureOf(await list(token, `&device_id=${device_id}`)), missing);
      assert.deepEqual(wrongFields(await list(token, '')), ['device_id']);
      assert.equal((await list(undefined, `&device_id=${device_id}`)).status, 401);
    });
  });

  describe('remove', () => {
    it('removes once', async () => {
      const { token, device_id } = await newDevice();
      const kept = (await save(token, { device_id, sensor_name: 'roof' })).body;
      const { id } = (await save(token, { device_id, sensor_name: 'ground' })).body as Config;
      const { status, body } = await remove(token, `&id=${id}`);
      assert.deepEqual([status, body], [200, { id, removed: true }]);
      assert.deepEqual((await list(token, `&device_id=${device_id}`)).body, [kept]);
      assert.deepEqual(failureOf(await remove(token, `&id=${id}`)), missing);
      assert.equal((await save(token, { device_id, sensor_name: 'ground' })).status, 201);
    });

    it("answers 404 for another user's, also once its device is removed", async () => {
      const [mine, theirs] = [await newDevice(), await newDevice()];
      const { token, device_id } = theirs;
      const { id } = (await save(token, { device_id, sensor_name: 'roof' })).body as Config;
      assert.deepEqual(failureOf(await remove(mine.token, `&id=${id}`)), missing);
      await server.request('DELETE', `/api/devices.php?action=remove&id=${device_id}`, { token });
      assert.deepEqual(failureOf(await remove(token, `&id=${id}`)), missing);
      assert.deepEqual(failureOf(await list(token, `&device_id=${device_id}`)), missing);
    });

    it('needs a whole number of an id, and a token', async () => {
      const { token } = await newDevice();
      for (const query of ['', '&id=', '&id=abc', '&id=0', '&id=1.5', '&id=1e999', '&id=1&id=2']) {
        assert.deepEqual(wrongFields(await remove(token, query)), ['id']);
      }
      assert.equal((await remove(undefined, '&id=1')).status, 401);
    });
  });
});
