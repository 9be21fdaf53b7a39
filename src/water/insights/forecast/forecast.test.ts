import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { newOwner, type Owner } from '../../../../test/helpers/accounts/owners.ts';
import { failureOf, wrongFields } from '../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { seedReadings } from '../../../../test/helpers/water/readings.ts';
import type { Forecast, Usual } from './schemas.ts';

const hourMs = 3_600_000;

describeOnBothEngines('forecasts', (engine) => {
  const server = useTestServer({ engine });

  const ask = (token: string | undefined, query: string) =>
    server.request('GET', `/api/insights.php?${query}`, { token });
  const forecastOf = async ({ token, device_id }: Owner, more = '') => {
    const answer = await ask(token, `action=forecast&device_id=${device_id}${more}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body as Forecast;
  };
  const usualOf = async ({ token, device_id }: Owner) => {
    const answer = await ask(token, `action=usual&device_id=${device_id}`);
    assert.equal(answer.status, 200, answer.text);
    return answer.body as Usual;
  };
  /** Stores a tank of 1,000 litres from which 0.2 % an hour is drawn, with its level hours ago. */
  const seed = async (
    { deviceId }: Owner,
    hours: number,
    lastHoursAgo = 0,
    sensorName = 'main',
  ) => {
    const readings = Array.from({ length: hours * 4 + 1 }, (_, at) => {
      const level = 20 + (hours * 4 - at) * 0.05;
      const ago = (hours - at / 4 + lastHoursAgo) * hourMs;
      return { at: server.clock.now - ago, level, volume: level * 10 };
    });
    await seedReadings(server.db, { deviceId, sensorName, readings });
  };

  it('tells when a tank will be empty, and whether it lasts until water comes', async () => {
    const owner = await newOwner(server);
    await seed(owner, 14 * 24);
    const { device_id, token } = owner;
    const json = { device_id, sensor_name: 'main', supply: 'daily 04:00 to 05:30' };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
    const { sensors, ...frame } = await forecastOf(owner);
    const at = new Date(server.clock.now).toISOString();
    assert.deepEqual(frame, { device_id, at, timezone: 'Africa/Nairobi' });
    const [sensor] = sensors;
    assert.ok(sensor?.time_to_empty && sensor.ration);
    const { time_to_empty: times, ration, daily_use, level, reason, unit } = sensor;
    assert.deepEqual([reason, unit, sensor.time_to_full], [null, 'litre', null]);
    assert.ok(Math.abs((level ?? 0) - 20) < 0.5, `${level}`);
    assert.ok(Math.abs((daily_use ?? 0) - 48) < 2, `${daily_use}`);
    assert.ok(Math.abs(times.middle - 100) < 6, `${times.middle}`);
    assert.ok(times.low < times.middle && times.middle < times.high);
    assert.ok(times.low_at < times.middle_at && times.middle_at < times.high_at);
    assert.equal(ration.is_supply_time, false);
    assert.equal(ration.begins_at.slice(11), '01:00:00.000Z');
    assert.equal(ration.lasts, 'yes');
    assert.ok(ration.level_left && ration.volume_left && ration.days_left_at_ration_end);
    assert.ok(ration.level_left.low <= ration.level_left.middle);
    assert.ok(Math.abs(ration.volume_left.middle - ration.level_left.middle * 10) < 0.1);
  });

  it('calls a tank empty that has water below its outlet alone', async () => {
    const { token } = await registerUser(server);
    const { id: device_id, mac_or_serial } = await registerDevice(server, token);
    const placement = { sensor_height_cm: 230, unusable_bottom_cm: 20 };
    const tank = { shape: 'box', length_cm: 100, width_cm: 100, height_cm: 220, ...placement };
    const json = { device_id, sensor_name: 'main', tank };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
    // 2 cm, which are 20 litres, an hour: down to 20 cm above the outlet.
    for (let hours = 72; hours >= 0; hours -= 1) {
      const form = {
        mac_address: mac_or_serial,
        distance_cm: 190 - hours * 2,
        recorded_at: new Date(server.clock.now - hours * hourMs).toISOString(),
      };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
      // Devices may push once a second.
      server.clock.advance(1000);
    }
    const [sensor] = (await forecastOf({ token, device_id, deviceId: Number(device_id) })).sensors;
    const { level = 0, volume = 0, time_to_empty, reason } = sensor ?? {};
    assert.equal(reason, null);
    assert.ok(Math.abs((level ?? 0) - 10) < 0.5, `${level}`);
    assert.ok(Math.abs((volume ?? 0) - 200) < 10, `${volume}`);
    // With the water below the outlet it would be 20 hours.
    assert.ok(Math.abs((time_to_empty?.middle ?? 0) - 10) < 1, `${time_to_empty?.middle}`);
  });

  it('tells what is usual in each hour of the week', async () => {
    const owner = await newOwner(server);
    await seed(owner, 14 * 24);
    const [sensor] = (await usualOf(owner)).sensors;
    assert.equal(sensor?.week?.length, 168);
    assert.deepEqual([sensor.week[0]?.weekday, sensor.week[167]?.weekday], ['mon', 'sun']);
    for (const { use, low, high, hours } of sensor.week) {
      assert.ok(low <= use && use <= high);
      // An hourly sensor's noise is learnt in the first days, and what they hide is counted in some hour.
      assert.ok(Math.abs(use - 2) < 0.8, `${use}`);
      assert.ok(hours >= 1 && hours <= 3);
    }
    const sum = sensor.week.reduce((total, { use }) => total + use, 0);
    assert.ok(Math.abs(sum - 7 * (sensor.daily_use ?? 0)) < 2);
  });

  it('says nothing where nothing can be said, and why', async () => {
    const owner = await newOwner(server);
    assert.deepEqual((await forecastOf(owner)).sensors, []);
    await seed(owner, 30, 0, 'young');
    await seed(owner, 72, 30, 'silent');
    const { deviceId } = owner;
    const still = Array.from({ length: 96 }, (_, at) => ({
      at: server.clock.now - (96 - at) * hourMs,
      level: 70,
    }));
    await seedReadings(server.db, { deviceId, sensorName: 'still', readings: still });
    const { sensors } = await forecastOf(owner);
    assert.deepEqual(
      sensors.map(({ sensor_name, reason }) => [sensor_name, reason]),
      [
        ['young', 'too_little_data'],
        ['silent', 'silent'],
        ['still', 'no_use'],
      ],
    );
    for (const { time_to_empty, time_to_full } of sensors) {
      assert.deepEqual([time_to_empty, time_to_full], [null, null]);
    }
    const weeks = (await usualOf(owner)).sensors.map(({ week }) => week?.length ?? 0);
    assert.deepEqual(weeks, [0, 168, 0]);
    const one = await forecastOf(owner, '&sensor_name=still');
    assert.deepEqual(
      one.sensors.map(({ sensor_name }) => sensor_name),
      ['still'],
    );
    assert.deepEqual((await forecastOf(owner, '&sensor_name=other')).sensors, []);
  });

  it('tells when a tank that is being filled will be full', async () => {
    const owner = await newOwner(server);
    const { deviceId } = owner;
    // Four days of use, then 20 % an hour for two hours.
    const falling = Array.from({ length: 96 * 4 }, (_, at) => ({
      at: server.clock.now - (98 - at / 4) * hourMs,
      level: 60 - at / 16,
    }));
    const rising = Array.from({ length: 25 }, (_, at) => ({
      at: server.clock.now - (120 - at * 5) * 60_000,
      level: 36 + (at * 20) / 12,
    }));
    await seedReadings(server.db, { deviceId, readings: [...falling, ...rising] });
    const [sensor] = (await forecastOf(owner)).sensors;
    assert.deepEqual([sensor?.reason, sensor?.time_to_empty], ['filling', null]);
    // 24 % are missing.
    const { low = 0, middle = 0, high = 0 } = sensor?.time_to_full ?? {};
    assert.ok(Math.abs(middle - 1.2) < 0.3, `${middle}`);
    assert.ok(low < middle && middle < high);
  });

  it('keeps to the caller', async () => {
    const [owner, stranger] = [await newOwner(server), await newOwner(server)];
    for (const action of ['forecast', 'usual']) {
      const query = `action=${action}&device_id=${owner.device_id}`;
      assert.equal((await ask(undefined, query)).status, 401);
      assert.deepEqual(failureOf(await ask(stranger.token, query)), [404, 'not_found']);
      assert.deepEqual(wrongFields(await ask(owner.token, `action=${action}`)), ['device_id']);
      const long = `${query}&sensor_name=${'x'.repeat(65)}`;
      assert.deepEqual(wrongFields(await ask(owner.token, long)), ['sensor_name']);
    }
  });
});
