import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { newOwner } from '../../../test/helpers/accounts/owners.ts';
import { failureOf, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { seedReadings } from '../../../test/helpers/water/readings.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

const path = '/api/sensors.php';
const missing = [404, 'not_found'];

type Reading = { id: string; sensor_name: string; level: number; recorded_at: string };

describeOnBothEngines('sensors', (engine) => {
  const server = useTestServer({ engine, env: { RAW_RETENTION_DAYS: '30' } });

  const get = (action: string, token: string | undefined, query: string) =>
    server.request('GET', `${path}?action=${action}${query}`, { token });
  const record = (token: string | undefined, json: unknown) =>
    server.request('POST', `${path}?action=reading`, { token, json });
  const iso = (offset = 0) => new Date(server.clock.now + offset).toISOString();

  describe('reading', () => {
    it('answers 201 with the whole reading', async () => {
      const { token, device_id } = await newOwner(server);
      const plain = await record(token, { device_id, sensor_name: 'roof', level: 55.5 });
      assert.equal(plain.status, 201, plain.text);
      const { id } = plain.body as Reading;
      assert.match(id, /^[\w-]+$/);
      const expected = {
        id,
        device_id,
        sensor_name: 'roof',
        level: 55.5,
        level_cm: null,
        volume: null,
        temperature: null,
        pump_status: null,
        latitude: null,
        longitude: null,
        status: 'normal',
        source: 'user',
        filtered_level: 55.5,
        noise: 0.5,
        quality: 'good',
        recorded_at: iso(),
      };
      assert.deepEqual(plain.body, expected);
      const fields = {
        level_cm: 120.5,
        volume: 900,
        temperature: -3.5,
        pump_status: 'on',
        latitude: -1.2921,
        longitude: 36.8219,
        status: 'critical',
        recorded_at: iso(-minuteMs),
      };
      const full = await record(token, { device_id, sensor_name: 'well', level: 55.5, ...fields });
      const changed = { id: (full.body as Reading).id, sensor_name: 'well' };
      assert.deepEqual(full.body, { ...expected, ...fields, ...changed });
    });

    it('takes null for what is optional, and 0 for what is empty', async () => {
      const { token, device_id } = await newOwner(server);
      const names = ['level_cm', 'volume', 'temperature', 'pump_status', 'latitude', 'longitude'];
      const nulls = Object.fromEntries([...names, 'status', 'recorded_at'].map((n) => [n, null]));
      const answer = await record(token, { device_id, sensor_name: 'a', level: 1, ...nulls });
      assert.equal(answer.status, 201, answer.text);
      assert.equal((answer.body as { status: string }).status, 'normal');
      const zeros = { level: 0, level_cm: 0, volume: 0, temperature: 0, latitude: 0, longitude: 0 };
      const empty = await record(token, {
        device_id,
        sensor_name: 'b',
        pump_status: 'off',
        ...zeros,
      });
      for (const [name, value] of Object.entries(zeros)) {
        assert.equal((empty.body as Record<string, unknown>)[name], value, name);
      }
      assert.equal((empty.body as { pump_status: string }).pump_status, 'off');
    });

    it('fills in the volume where the sensor has a capacity', async () => {
      const { token, device_id } = await newOwner(server);
      const config = { device_id, sensor_name: 'roof', capacity: 2000 };
      await server.request('POST', '/api/sensor_configs.php?action=save', { token, json: config });
      const { body } = await record(token, { device_id, sensor_name: 'roof', level: 25 });
      assert.equal((body as { volume: number }).volume, 500);
    });

    it('takes levels from -10 to 110, and stores 0 to 100', async () => {
      const { token, device_id } = await newOwner(server);
      const levelOf = async (level: number) => {
        const answer = await record(token, { device_id, sensor_name: 'roof', level });
        assert.equal(answer.status, 201, answer.text);
        return (answer.body as Reading).level;
      };
      const given = [-10, -0.01, 0, 99.99, 100, 100.5, 110];
      const stored: number[] = [];
      for (const level of given) stored.push(await levelOf(level));
      assert.deepEqual(stored, [0, 0, 0, 99.99, 100, 100, 100]);
    });

    it('takes the instant from its sender, within limits', async () => {
      const { token, device_id } = await newOwner(server);
      const at = (recorded_at: string) =>
        record(token, { device_id, sensor_name: 'roof', level: 1, recorded_at });
      for (const good of [iso(5 * minuteMs), iso(-30 * 24 * hourMs), '2026-11-20T11:00:00+03:00']) {
        const answer = await at(good);
        assert.equal(answer.status, 201, answer.text);
        const { recorded_at } = answer.body as Reading;
        assert.equal(recorded_at, new Date(good).toISOString());
      }
      const bad = [iso(5 * minuteMs + 1), iso(-30 * 24 * hourMs - 1), '2026-11-20T11:00:00', 'now'];
      for (const text of bad) assert.deepEqual(wrongFields(await at(text)), ['recorded_at']);
    });

    it('takes the same reading twice and stores it once', async () => {
      const { token, device_id } = await newOwner(server);
      const reading = { device_id, sensor_name: 'roof', level: 40, recorded_at: iso(-hourMs) };
      const first = await record(token, reading);
      const again = await record(token, { ...reading, level: 41 });
      assert.deepEqual([again.status, again.body], [201, first.body]);
      const { body } = await get('history', token, `&device_id=${device_id}`);
      assert.deepEqual(body, [first.body]);
    });

    it('names every wrong field', async () => {
      const { token } = await newOwner(server);
      const missing = ['device_id', 'level', 'sensor_name'];
      assert.deepEqual(wrongFields(await record(token, {})), missing);
      const wrong = {
        device_id: 5,
        sensor_name: 'a\tb',
        level: 110.01,
        level_cm: -100.01,
        volume: '5',
        temperature: true,
        pump_status: 'ON',
        latitude: 90.1,
        longitude: -180.1,
        status: 'fine',
        recorded_at: 5,
      };
      assert.deepEqual(wrongFields(await record(token, wrong)), Object.keys(wrong).sort());
      for (const level of [-10.01, null, 'full', '50']) {
        const answer = await record(token, { device_id: '1', sensor_name: 'roof', level });
        assert.deepEqual(wrongFields(answer), ['level']);
      }
    });

    it("answers 404 for another user's device; needs a token", async () => {
      const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
      const reading = { device_id, sensor_name: 'roof', level: 50 };
      assert.deepEqual(failureOf(await record(token, reading)), missing);
      assert.equal((await record(undefined, reading)).status, 401);
    });
  });

  describe('latest', () => {
    it('answers one reading for each sensor, whatever came late', async () => {
      const { token, device_id } = await newOwner(server);
      const send = async (sensor_name: string, level: number, offset: number) => {
        const reading = { device_id, sensor_name, level, recorded_at: iso(offset) };
        return (await record(token, reading)).body;
      };
      assert.deepEqual((await get('latest', token, `&device_id=${device_id}`)).body, []);
      await send('roof', 10, -3 * hourMs);
      const well = await send('well', 20, -2 * hourMs);
      const roof = await send('roof', 30, -hourMs);
      await send('well', 40, -4 * hourMs);
      assert.deepEqual((await get('latest', token, `&device_id=${device_id}`)).body, [roof, well]);
    });

    it("answers 404 for another user's device; needs a token and a device", async () => {
      const [{ token }, { device_id, ...other }] = [await newOwner(server), await newOwner(server)];
      assert.deepEqual(failureOf(await get('latest', token, `&device_id=${device_id}`)), missing);
      assert.equal(
        (await record(other.token, { device_id, sensor_name: 'a', level: 5 })).status,
        201,
      );
      assert.deepEqual(failureOf(await get('latest', token, `&device_id=${device_id}`)), missing);
      assert.deepEqual(failureOf(await get('latest', token, '&device_id=nothing')), missing);
      assert.deepEqual(wrongFields(await get('latest', token, '')), ['device_id']);
      assert.deepEqual(wrongFields(await get('latest', token, '&device_id=')), ['device_id']);
      assert.equal((await get('latest', undefined, `&device_id=${device_id}`)).status, 401);
    });
  });

  describe('summary', () => {
    it('answers average, minimum and maximum of each sensor', async () => {
      const { token, device_id } = await newOwner(server);
      const levels = { roof: [10, 20, 25.5], well: [0, 100, 33.333] };
      for (const [sensor_name, values] of Object.entries(levels)) {
        for (const [index, level] of values.entries()) {
          const recorded_at = iso(-index * 5 * hourMs);
          await record(token, { device_id, sensor_name, level, recorded_at });
        }
      }
      const [first_at, last_at] = [iso(-10 * hourMs), iso()];
      const { body } = await get('summary', token, `&device_id=${device_id}`);
      const rest = { count: 3, first_at, last_at };
      assert.deepEqual(body, [
        { sensor_name: 'roof', average: 18.5, minimum: 10, maximum: 25.5, ...rest },
        { sensor_name: 'well', average: 44.44, minimum: 0, maximum: 100, ...rest },
      ]);
    });

    it('cuts the first hour where the asked time begins', async () => {
      const { token, device_id, deviceId } = await newOwner(server);
      // Readings each ten minutes over ten days, so that each window cuts an hour or begins one.
      const readings = Array.from({ length: 1440 }, (_, index) => ({
        at: server.clock.now - (1440 - index) * 10 * minuteMs + minuteMs,
        level: (index * 7) % 100,
      }));
      await seedReadings(server.db, { deviceId, readings });
      for (const offset of [0, 5 * minuteMs, 35 * minuteMs]) {
        server.clock.advance(offset);
        for (const hours of [1, 2, 24, 168]) {
          const start = server.clock.now - hours * hourMs;
          const inside = readings.filter(({ at }) => at >= start).map(({ level }) => level);
          const { body } = await get('summary', token, `&device_id=${device_id}&hours=${hours}`);
          const [{ average, minimum, maximum, count }] = body as [Record<string, number>];
          const sum = inside.reduce((total, level) => total + level, 0);
          assert.deepEqual(
            { average, minimum, maximum, count },
            {
              average: Math.round((sum / inside.length) * 100) / 100,
              minimum: Math.min(...inside),
              maximum: Math.max(...inside),
              count: inside.length,
            },
          );
        }
      }
    });

    it('leaves out what is older, to the millisecond', async () => {
      server.clock.advance(minuteMs);
      const { token, device_id } = await newOwner(server);
      const summaries = async (age: number) => {
        const recorded_at = iso(-age);
        await record(token, { device_id, sensor_name: 'roof', level: 50, recorded_at });
        const { body } = await get('summary', token, `&device_id=${device_id}`);
        return (body as { first_at: string }[]).map(({ first_at }) => first_at);
      };
      assert.deepEqual(await summaries(24 * hourMs + 1), []);
      assert.deepEqual(await summaries(24 * hourMs), [iso(-24 * hourMs)]);
    });

    it('takes 1 to 168 hours', async () => {
      const { token, device_id } = await newOwner(server);
      const of = (hours: string) => get('summary', token, `&device_id=${device_id}&hours=${hours}`);
      for (const hours of ['1', '168', '2e1']) assert.equal((await of(hours)).status, 200);
      for (const hours of ['0', '169', '1.5', 'abc', '1e999', 'NaN', '-1', '']) {
        assert.deepEqual(wrongFields(await of(hours)), ['hours']);
      }
    });

    it("answers 404 for another user's device; needs a token", async () => {
      const [{ token }, { device_id }] = [await newOwner(server), await newOwner(server)];
      assert.deepEqual(failureOf(await get('summary', token, `&device_id=${device_id}`)), missing);
      assert.deepEqual(wrongFields(await get('summary', token, '&hours=0')), [
        'device_id',
        'hours',
      ]);
      assert.equal((await get('summary', undefined, `&device_id=${device_id}`)).status, 401);
    });
  });
});
