import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts.ts';
import { failureOf, wrongFields } from '../../../test/helpers/answers.ts';
import { type DeviceAnswer, randomMac, registerDevice } from '../../../test/helpers/devices.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/test-server.ts';

type Pushed = {
  id: string;
  sensor_name: string;
  level: number;
  volume: number | null;
  status: string;
  recorded_at: string;
  pending_commands: number;
};
type Polled = { command_id: number; command: string; source: string; delivered_at: string | null };

describeOnBothEngines('device endpoints', (engine) => {
  let server: TestServer;
  let token: string;
  let device: DeviceAnswer;

  before(async () => {
    server = await startTestServer({ engine });
    ({ token } = await registerUser(server));
  });
  after(() => server.stop());

  const newDevice = async () => {
    device = await registerDevice(server, token);
    return device;
  };
  const push = (form: Record<string, string | number>) =>
    server.request('POST', '/iot_push.php', {
      form: { mac_address: device.mac_or_serial, water_level_percent: 50, ...form },
    });
  const pushed = async (form: Record<string, string | number>) => {
    const { status, body, text } = await push(form);
    assert.equal(status, 201, text);
    return body as Pushed;
  };
  const poll = async (query = '') => {
    const path = `/iot_commands.php?mac_address=${device.mac_or_serial}${query}`;
    const { status, body, text } = await server.request('GET', path);
    assert.equal(status, 200, text);
    return body as Polled[];
  };
  const ack = (form: Record<string, string | number>) =>
    server.request('POST', '/iot_ack.php', {
      form: { mac_address: device.mac_or_serial, ...form },
    });
  const owner = (method: string, path: string, json?: unknown) =>
    server.request(method, path, { token, ...(json !== undefined && { json }) });
  const send = async (command: Record<string, unknown>) => {
    const json = { device_id: device.id, sensor_name: 'main', ...command };
    const { status, body, text } = await owner('POST', '/api/pump_commands.php?action=send', json);
    assert.equal(status, 201, text);
    return (body as { id: number }).id;
  };
  const alerts = async () => {
    const path = `/api/alerts.php?action=list&device_id=${device.id}`;
    const { body } = await owner('GET', path);
    return (body as { type: string; severity: string }[]).map((a) => `${a.type} ${a.severity}`);
  };

  describe('push', () => {
    it('stores a reading and answers it, in any spelling of the MAC, as form or JSON', async () => {
      await newDevice();
      const mac = device.mac_or_serial.replaceAll(':', '').toLowerCase();
      const form = { mac_address: mac, water_level_cm: 118.5, pump_status: 'off', api_key: '' };
      const stored = await pushed({ ...form, latitude: -1.28, longitude: 36.82 });
      assert.deepEqual(stored, {
        id: stored.id,
        device_id: device.id,
        sensor_name: 'main',
        level: 50,
        level_cm: 118.5,
        volume: null,
        temperature: null,
        pump_status: 'off',
        latitude: -1.28,
        longitude: 36.82,
        status: 'normal',
        source: 'device',
        recorded_at: new Date(server.clock.now).toISOString(),
        pending_commands: 0,
      });
      const json = { mac_address: mac, water_level_percent: '12.5', pump_status: null };
      const answer = await server.request('POST', '/iot_push.php', { json });
      assert.deepEqual([answer.status, (answer.body as Pushed).level], [201, 12.5]);
    });

    it('finds status, volume and sensor from the configuration', async () => {
      await newDevice();
      const config = { sensor_name: 'roof', capacity: 2000, high_threshold: 80, low_threshold: 30 };
      await owner('POST', '/api/sensor_configs.php?action=save', {
        device_id: device.id,
        ...config,
      });
      const expected: [number, string][] = [
        [15, 'critical'],
        [15.1, 'warning'],
        [30, 'warning'],
        [30.1, 'normal'],
        [79.9, 'normal'],
        [80, 'warning'],
        [89.9, 'warning'],
        [90, 'critical'],
      ];
      for (const [level, status] of expected) {
        const stored = await pushed({ water_level_percent: level });
        assert.deepEqual([stored.sensor_name, stored.status], ['roof', status], `at ${level} %`);
        assert.ok(Math.abs((stored.volume ?? 0) - level * 20) < 1e-9);
      }
      assert.equal((await pushed({ sensor_name: 'ground' })).volume, null);
    });

    it('clamps an overshooting sensor and refuses what lies beyond', async () => {
      await newDevice();
      for (const [given, level] of [
        [-10, 0],
        [110, 100],
      ] as const) {
        assert.equal((await pushed({ water_level_percent: given })).level, level);
      }
      for (const given of [-10.1, 110.1, 'abc', '1e999', 'NaN', '']) {
        assert.deepEqual(wrongFields(await push({ water_level_percent: given })), [
          'water_level_percent',
        ]);
      }
    });

    it('names every wrong field at once', async () => {
      await newDevice();
      const wrong = { water_level_cm: -1, pump_status: 'maybe', latitude: 91, longitude: -181 };
      assert.deepEqual(wrongFields(await push(wrong)), Object.keys(wrong).sort());
      const answer = await server.request('POST', '/iot_push.php', { form: {} });
      assert.deepEqual(wrongFields(answer), ['mac_address', 'water_level_percent']);
    });

    it('takes buffered readings once, within its limits', async () => {
      await newDevice();
      const { now } = server.clock;
      const at = (offset: number) => new Date(now + offset).toISOString();
      const day = 86_400_000;
      for (const offset of [300_000, -400 * day]) await pushed({ recorded_at: at(offset) });
      for (const recorded_at of [at(300_001), at(-400 * day - 1), '2026-11-21T08:00:00', 'noon']) {
        assert.deepEqual(wrongFields(await push({ recorded_at })), ['recorded_at']);
      }
      const first = await pushed({ recorded_at: at(-1000), water_level_percent: 40 });
      const again = await pushed({ recorded_at: at(-1000), water_level_percent: 60 });
      assert.deepEqual(again, first);
    });

    it('is 404 for a MAC that nobody registered, until somebody does', async () => {
      const mac_address = randomMac();
      const form = { mac_address, water_level_percent: 1 };
      const flood = await Promise.all(
        Array.from({ length: 20 }, () => server.request('POST', '/iot_push.php', { form })),
      );
      for (const answer of flood) assert.deepEqual(failureOf(answer), [404, 'not_found']);
      await registerDevice(server, token, mac_address);
      assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 201);
    });

    it('is 429 for a device that pushes faster than it may, and for no other', async () => {
      await newDevice();
      for (let count = 0; count < 60; count++) await pushed({});
      const answer = await push({});
      assert.deepEqual(failureOf(answer), [429, 'too_many_requests']);
      assert.equal(answer.headers.get('retry-after'), '1');
      server.clock.advance(100);
      assert.equal((await push({})).status, 201);
      assert.equal((await push({})).status, 429);
      await newDevice();
      assert.equal((await push({})).status, 201);
    });
  });

  describe('keys', () => {
    it('refuses a wrong key everywhere, and a missing one where the owner requires it', async () => {
      const { id } = await newDevice();
      const key = async (more = {}) => {
        const json = { device_id: id, ...more };
        const { body } = await owner('POST', '/api/devices.php?action=api-key', json);
        return (body as { api_key: string }).api_key;
      };
      const api_key = await key();
      await pushed({ api_key });
      await pushed({});
      assert.deepEqual(failureOf(await push({ api_key: 'wrong' })), [401, 'invalid_api_key']);
      assert.equal((await ack({ api_key: 'wrong', command_id: 1 })).status, 401);
      const path = `/iot_commands.php?mac_address=${device.mac_or_serial}&api_key=wrong`;
      assert.equal((await server.request('GET', path)).status, 401);

      await key({ required: true });
      assert.equal((await push({})).status, 401);
      await pushed({ api_key });
      const rotated = await key({ rotate: true });
      assert.equal((await push({ api_key })).status, 401);
      await pushed({ api_key: rotated });
      assert.ok(!server.logged().includes(rotated));
    });
  });

  describe('commands', () => {
    it('go from sent to delivered to acknowledged', async () => {
      await newDevice();
      const first = await send({ command: 'on' });
      const second = await send({ command: 'schedule' });
      assert.equal((await pushed({})).pending_commands, 2);
      const polled = await poll();
      assert.deepEqual(
        polled.map(({ command_id }) => command_id),
        [first, second],
      );
      const delivered = new Date(server.clock.now).toISOString();
      server.clock.advance(5000);
      assert.ok((await poll()).every(({ delivered_at }) => delivered_at === delivered));

      const acknowledged = await ack({ command_id: first });
      assert.equal(acknowledged.status, 200);
      const { status, acknowledged_at } = acknowledged.body as Record<string, unknown>;
      assert.deepEqual(
        [status, acknowledged_at],
        ['executed', new Date(server.clock.now).toISOString()],
      );
      assert.deepEqual(failureOf(await ack({ command_id: first })), [404, 'not_found']);
      assert.deepEqual(
        (await poll()).map(({ command_id }) => command_id),
        [second],
      );
    });

    it("cannot be acknowledged when expired, cancelled, unknown or another device's", async () => {
      const other = await newDevice();
      const theirs = await send({ command: 'on' });
      await newDevice();
      const cancelled = await send({ command: 'on' });
      await owner('DELETE', `/api/pump_commands.php?action=cancel&id=${cancelled}`);
      const expired = await send({ command: 'off' });
      server.clock.advance(24 * 3_600_000);
      assert.deepEqual(await poll(), []);
      for (const command_id of [theirs, cancelled, expired, 999_999_999]) {
        assert.equal((await ack({ command_id })).status, 404, `${other.id} ${command_id}`);
      }
      assert.deepEqual(wrongFields(await ack({ command_id: 'seven' })), ['command_id']);
      ({ token } = await registerUser(server));
    });

    it('are 404 for a MAC that nobody registered', async () => {
      const path = `/iot_commands.php?mac_address=${randomMac()}`;
      assert.equal((await server.request('GET', path)).status, 404);
      assert.deepEqual(wrongFields(await server.request('GET', '/iot_commands.php')), [
        'mac_address',
      ]);
    });

    it('show that the device is alive', async () => {
      await newDevice();
      await poll();
      const list = await owner('GET', '/api/devices.php?action=list');
      const listed = (list.body as DeviceAnswer[]).find(({ id }) => id === device.id);
      assert.deepEqual(
        [listed?.online, listed?.last_seen_at],
        [true, new Date(server.clock.now).toISOString()],
      );
    });
  });

  describe('what follows from a reading', () => {
    it('raises one alert a threshold, and none for history', async () => {
      await newDevice();
      const late = new Date(server.clock.now - 11 * 60_000).toISOString();
      await pushed({ water_level_percent: 5, recorded_at: late });
      assert.deepEqual(await alerts(), []);
      for (const level of [19, 18, 9, 21, 9]) await pushed({ water_level_percent: level });
      assert.deepEqual(await alerts(), ['low critical', 'low warning']);
      for (const level of [50, 91]) await pushed({ water_level_percent: level });
      assert.deepEqual(await alerts(), ['overflow warning', 'low critical', 'low warning']);
    });

    it('steers a pump that is on auto, until its owner takes over', async () => {
      await newDevice();
      const auto = await send({ command: 'auto', turn_on_below: 30, turn_off_above: 80 });
      await ack({ command_id: auto });
      const step = async (level: number, pump_status: string) => {
        await pushed({ water_level_percent: level, pump_status });
        const commands = await poll();
        for (const { command_id } of commands) await ack({ command_id });
        return commands.map(({ command, source }) => `${command} ${source}`);
      };
      assert.deepEqual(await step(50, 'off'), []);
      assert.deepEqual(await step(29, 'off'), ['on auto']);
      assert.deepEqual(await step(28, 'on'), []);
      assert.deepEqual(await step(81, 'on'), ['off auto']);
      await ack({ command_id: await send({ command: 'off' }) });
      assert.deepEqual(await step(10, 'off'), []);
    });

    it('keeps one command waiting, overtaken by its opposite', async () => {
      await newDevice();
      await ack({ command_id: await send({ command: 'auto' }) });
      for (const level of [10, 9, 8]) await pushed({ water_level_percent: level });
      assert.deepEqual(
        (await poll()).map(({ command }) => command),
        ['on'],
      );
      await pushed({ water_level_percent: 95 });
      assert.deepEqual(
        (await poll()).map(({ command }) => command),
        ['off'],
      );
    });
  });
});
