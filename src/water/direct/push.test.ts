import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Pushed, useDeviceDesk } from '../../../test/helpers/browser/device-desk.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { randomMac } from '../../../test/helpers/water/devices.ts';

describeOnBothEngines('pushing from a device', (engine) => {
  const desk = useDeviceDesk(engine);

  describe('push', () => {
    it('stores a reading and answers it, in any spelling of the MAC, as form or JSON', async () => {
      await desk.newDevice();
      const mac = desk.device.mac_or_serial.replaceAll(':', '').toLowerCase();
      const form = { mac_address: mac, water_level_cm: 118.5, pump_status: 'off', api_key: '' };
      const stored = await desk.pushed({ ...form, latitude: -1.28, longitude: 36.82 });
      assert.deepEqual(stored, {
        id: stored.id,
        device_id: desk.device.id,
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
        filtered_level: 50,
        noise: 0.5,
        quality: 'good',
        recorded_at: new Date(desk.server.clock.now).toISOString(),
        pending_commands: 0,
      });
      const json = { mac_address: mac, water_level_percent: '12.5', pump_status: null };
      const answer = await desk.server.request('POST', '/iot_push.php', { json });
      assert.deepEqual([answer.status, (answer.body as Pushed).level], [201, 12.5]);
      const ofForm = (await desk.push({ water_level_percent: 12.5 })).headers;
      assert.deepEqual([...ofForm.keys()].sort(), [...answer.headers.keys()].sort());
      assert.match(ofForm.get('x-request-id') ?? '', /^\w+-\w+$/);
    });

    it('knows a reading again by the count of its board, and dates by it what was kept', async () => {
      await desk.newDevice();
      const at = () => new Date(desk.server.clock.now).toISOString();
      const measure = (seq: number) =>
        desk.pushed({ water_level_percent: 60 - seq, boot: 3, seq, recorded_at: '' });
      const first = await measure(1);
      assert.equal(first.recorded_at, at());
      // Its answer was lost, so the board asks again.
      desk.server.clock.advance(30_000);
      assert.deepEqual((await measure(1)).id, first.id);
      desk.server.clock.advance(90_000);
      const third = await measure(3);
      assert.equal(third.recorded_at, at());
      const second = Date.parse((await measure(2)).recorded_at);
      const [begin, end] = [first, third].map(({ recorded_at }) => Date.parse(recorded_at));
      assert.equal(second, ((begin ?? 0) + (end ?? 0)) / 2);

      for (const half of [{ seq: 4 }, { boot: 3 }, { boot: 3, seq: 'x' }]) {
        desk.server.clock.advance(600_000);
        const answer = await desk.push({ water_level_percent: 50, ...half });
        const { recorded_at, ignored } = answer.body as Pushed;
        assert.deepEqual([answer.status, recorded_at], [201, at()]);
        assert.ok(
          ignored?.some(({ field }) => field in half),
          JSON.stringify(ignored),
        );
      }
    });

    it('finds status, volume and sensor from the configuration', async () => {
      await desk.newDevice();
      const config = { sensor_name: 'roof', capacity: 2000, high_threshold: 80, low_threshold: 30 };
      await desk.call('POST', '/api/sensor_configs.php?action=save', {
        device_id: desk.device.id,
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
        const stored = await desk.pushed({ water_level_percent: level });
        assert.deepEqual([stored.sensor_name, stored.status], ['roof', status], `at ${level} %`);
        assert.ok(Math.abs((stored.volume ?? 0) - level * 20) < 1e-9);
      }
      assert.equal((await desk.pushed({ sensor_name: 'ground' })).volume, null);
    });

    it('keeps the temperature and the volume that a device sends', async () => {
      await desk.newDevice();
      const stored = await desk.pushed({ temperature: -3.5, volume: 810 });
      assert.deepEqual([stored.temperature, stored.volume], [-3.5, 810]);
    });

    it('clamps an overshooting sensor and refuses what lies beyond', async () => {
      await desk.newDevice();
      for (const [given, level] of [
        [-10, 0],
        [110, 100],
      ] as const) {
        assert.equal((await desk.pushed({ water_level_percent: given })).level, level);
      }
      for (const given of [-10.1, 110.1, 'abc', '1e999', 'NaN', '']) {
        assert.deepEqual(wrongFields(await desk.push({ water_level_percent: given })), [
          'water_level_percent',
        ]);
      }
    });

    it('names every wrong field at once', async () => {
      await desk.newDevice();
      const wrong = { water_level_percent: 'full', latitude: 91, recorded_at: 'x'.repeat(65) };
      assert.deepEqual(wrongFields(await desk.push(wrong)), [
        'latitude',
        'recorded_at',
        'water_level_percent',
      ]);
      const answer = await desk.server.request('POST', '/iot_push.php', { form: {} });
      assert.deepEqual(wrongFields(answer), ['mac_address', 'water_level_percent']);
    });

    it('takes buffered readings once, within its limits', async () => {
      await desk.newDevice();
      const { now } = desk.server.clock;
      const at = (offset: number) => new Date(now + offset).toISOString();
      const day = 86_400_000;
      for (const offset of [300_000, -400 * day]) await desk.pushed({ recorded_at: at(offset) });
      for (const recorded_at of [at(300_001), at(-400 * day - 1), '2026-11-21T08:00:00', 'noon']) {
        assert.deepEqual(wrongFields(await desk.push({ recorded_at })), ['recorded_at']);
      }
      const first = await desk.pushed({ recorded_at: at(-1000), water_level_percent: 40 });
      const again = await desk.pushed({ recorded_at: at(-1000), water_level_percent: 40 });
      assert.deepEqual(again, first);
      const other = await desk.pushed({ recorded_at: at(-1000), water_level_percent: 60 });
      const message = 'names the instant of another reading, which stays';
      assert.deepEqual(other, { ...first, ignored: [{ field: 'recorded_at', message }] });
    });

    it('is 404 for a MAC that nobody registered, until somebody does', async () => {
      const mac_address = randomMac();
      const form = { mac_address, water_level_percent: 1 };
      const flood = await Promise.all(
        Array.from({ length: 20 }, () => desk.server.request('POST', '/iot_push.php', { form })),
      );
      for (const answer of flood) assert.deepEqual(failureOf(answer), [404, 'not_found']);
      await desk.newDevice(mac_address);
      assert.equal((await desk.server.request('POST', '/iot_push.php', { form })).status, 201);
    });

    it('is 429 for a device that pushes faster than it may, and for no other', async () => {
      await desk.newDevice();
      for (let count = 0; count < 60; count++) await desk.pushed({});
      const answer = await desk.push({});
      assert.deepEqual(failureOf(answer), [429, 'too_many_requests']);
      assert.equal(answer.headers.get('retry-after'), '1');
      desk.server.clock.advance(100);
      assert.equal((await desk.push({})).status, 201);
      assert.equal((await desk.push({})).status, 429);
      await desk.newDevice();
      assert.equal((await desk.push({})).status, 201);
    });
  });

  describe('keys', () => {
    it('refuses a wrong key everywhere, and a missing one where the owner requires it', async () => {
      const { id } = await desk.newDevice();
      const key = async (more = {}) => {
        const json = { device_id: id, ...more };
        const { body } = await desk.call('POST', '/api/devices.php?action=api-key', json);
        return (body as { api_key: string }).api_key;
      };
      const api_key = await key();
      await desk.pushed({ api_key });
      await desk.pushed({});
      assert.deepEqual(failureOf(await desk.push({ api_key: 'wrong' })), [401, 'invalid_api_key']);
      assert.equal((await desk.ack({ api_key: 'wrong', command_id: 1 })).status, 401);
      const path = `/iot_commands.php?mac_address=${desk.device.mac_or_serial}&api_key=wrong`;
      assert.equal((await desk.server.request('GET', path)).status, 401);

      await key({ required: true });
      assert.equal((await desk.push({})).status, 401);
      await desk.pushed({ api_key });
      const rotated = await key({ rotate: true });
      assert.equal((await desk.push({ api_key })).status, 401);
      await desk.pushed({ api_key: rotated });
      assert.ok(!desk.server.logged().includes(rotated));
    });

    it('is 404 for a MAC and 401 for a key that are longer than any', async () => {
      await desk.newDevice();
      for (const length of [129, 1000]) {
        const wrongs: [Record<string, string>, number][] = [
          [{ mac_address: 'x'.repeat(length) }, 404],
          [{ api_key: 'k'.repeat(length) }, 401],
        ];
        for (const [wrong, status] of wrongs) {
          assert.equal((await desk.push(wrong)).status, status);
          assert.equal((await desk.ack({ command_id: 1, ...wrong })).status, status);
          const mac_address = desk.device.mac_or_serial;
          const query = new URLSearchParams({ mac_address, ...wrong });
          const path = `/iot_commands.php?${query}`;
          assert.equal((await desk.server.request('GET', path)).status, status);
        }
      }
    });
  });
});
