import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { newOwner } from '../../../test/helpers/accounts/owners.ts';
import { shareDevice } from '../../../test/helpers/accounts/sharing.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../test/helpers/server/test-timers.ts';
import { useTankCalls } from '../../../test/helpers/water/tank-calls.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import type { Tank } from './schemas.ts';

/** Of the key of a device that has never signed. */
const unsigned = { only_signed: false, last_signed_at: null };

describeOnBothEngines('tanks', (engine) => {
  const timers = createTestTimers();
  const server = useTestServer({ engine, timers });
  const { tanksOf, make, push, iso } = useTankCalls(server);

  it('tells all that is known of a device', async () => {
    const owner = await newOwner(server);
    const { token, device_id } = owner;
    const list = await server.request('GET', '/api/devices.php?action=list', { token });
    const [device] = list.body as Record<string, unknown>[];
    const nothing = {
      device_id,
      device_name: null,
      mac_or_serial: device?.['mac_or_serial'],
      is_primary: true,
      online: false,
      last_seen_at: null,
      location: null,
      role: 'owner',
      battery: null,
      signal: null,
      key: { required: false, ...unsigned, refused: null },
      refused: null,
      unread_alerts: 0,
      sensors: [],
      pump: null,
    };
    assert.deepEqual(await tanksOf(owner), [nothing]);

    await make(owner, 'POST', '/api/sensor_configs.php?action=save', {
      device_id,
      sensor_name: 'main',
      capacity: 5000,
      high_threshold: 80,
      low_threshold: 30,
    });
    await push(owner, { water_level_percent: 12, latitude: 1, longitude: 2, pump_status: 'on' });
    const order = { device_id, sensor_name: 'main' };
    await make(owner, 'POST', '/api/pump_commands.php?action=send', { ...order, command: 'on' });
    const newest = await make(owner, 'POST', '/api/pump_commands.php?action=send', {
      ...order,
      command: 'off',
    });
    assert.deepEqual(await tanksOf(owner), [
      {
        ...nothing,
        online: true,
        last_seen_at: iso(),
        unread_alerts: 1,
        pump: newest,
        location: { latitude: 1, longitude: 2, recorded_at: iso(), source: 'device' },
        sensors: [
          {
            sensor_name: 'main',
            level: 12,
            level_cm: null,
            volume: 600,
            temperature: null,
            pump_status: 'on',
            status: 'critical',
            recorded_at: iso(),
            capacity: 5000,
            high_threshold: 80,
            low_threshold: 30,
            unit: 'litre',
            daily_use: null,
            time_to_empty: null,
            latch: null,
            doubt: null,
          },
        ],
      },
    ]);
  });

  it('tells who may manage a device which requests were refused for their key', async () => {
    const owner = await newOwner(server);
    const { device_id } = owner;
    const list = await server.request('GET', '/api/devices.php?action=list', owner);
    const [{ mac_or_serial: mac_address = '' } = {}] = list.body as { mac_or_serial: string }[];
    const pushWith = async (api_key: string) => {
      const form = { mac_address, water_level_percent: 5, api_key };
      return (await server.request('POST', '/iot_push.php', { form })).status;
    };
    /** Reads the tank once the minute is over; other requests meanwhile give it time. */
    const keyOnce = async (isThere: (key: Tank['key']) => boolean) => {
      timers.advance(minuteMs);
      for (let tries = 0; tries < 200; tries++) {
        const [tank] = await tanksOf(owner);
        if (tank && isThere(tank.key)) return tank.key;
      }
      assert.fail('nothing is told of it');
    };
    assert.deepEqual([await pushWith('guess'), await pushWith('another')], [401, 401]);
    assert.deepEqual((await tanksOf(owner))[0]?.key, {
      required: false,
      ...unsigned,
      refused: null,
    });
    const refused = { count: 2, last_at: iso(), reason: 'wrong_key' };
    assert.deepEqual(await keyOnce((key) => key?.refused != null), {
      required: false,
      ...unsigned,
      refused,
    });

    const key = (json: object) =>
      make(owner, 'POST', '/api/devices.php?action=api-key', { device_id, ...json });
    await key({ required: true });
    assert.deepEqual((await tanksOf(owner))[0]?.key, {
      required: true,
      ...unsigned,
      refused: null,
    });
    assert.equal(await pushWith(''), 401);
    server.clock.advance(hourMs);
    assert.equal(await pushWith(''), 401);
    const missing = { count: 2, last_at: iso(), reason: 'missing_key' };
    assert.deepEqual(await keyOnce((key) => key?.refused != null), {
      required: true,
      ...unsigned,
      refused: missing,
    });

    // A day without any, during which the caller's session would end.
    await server.db.write
      .updateTable('devices')
      .set({ refused_at: server.clock.now - 25 * hourMs })
      .where('id', '=', Number(device_id))
      .execute();
    assert.equal(await pushWith('guess'), 401);
    const anew = { count: 1, last_at: iso(), reason: 'wrong_key' };
    assert.deepEqual(await keyOnce((key) => key?.refused?.count === 1), {
      required: true,
      ...unsigned,
      refused: anew,
    });

    const viewer = await registerUser(server);
    await shareDevice(server, { ...owner, with: viewer, role: 'viewer' });
    assert.equal((await tanksOf(viewer)).find((tank) => tank.device_id === device_id)?.key, null);
  });

  it('tells of a configured sensor that was never heard, and of one without configuration', async () => {
    const owner = await newOwner(server);
    const { device_id } = owner;
    // A pump on auto creates the sensor, but without a reading.
    const auto = { device_id, sensor_name: 'pump only', command: 'auto' };
    await make(owner, 'POST', '/api/pump_commands.php?action=send', auto);
    await make(owner, 'POST', '/api/sensor_configs.php?action=save', {
      device_id,
      sensor_name: 'well',
      capacity: 2000,
    });
    await push(owner, { water_level_percent: 40, sensor_name: 'roof' });
    const [tank] = await tanksOf(owner);
    assert.deepEqual(tank?.sensors, [
      {
        sensor_name: 'roof',
        level: 40,
        level_cm: null,
        volume: null,
        temperature: null,
        pump_status: null,
        status: 'normal',
        recorded_at: iso(),
        capacity: null,
        high_threshold: null,
        low_threshold: null,
        unit: 'percent',
        daily_use: null,
        time_to_empty: null,
        latch: null,
        doubt: null,
      },
      {
        sensor_name: 'well',
        level: null,
        level_cm: null,
        volume: null,
        temperature: null,
        pump_status: null,
        status: null,
        recorded_at: null,
        capacity: 2000,
        high_threshold: 90,
        low_threshold: 20,
        unit: 'litre',
        daily_use: null,
        time_to_empty: null,
        latch: null,
        doubt: null,
      },
    ]);
  });

  it('tells what a device last said of its battery and its signal', async () => {
    const owner = await newOwner(server);
    const healthOf = async () => {
      const [tank] = await tanksOf(owner);
      return [tank?.battery, tank?.signal];
    };
    const level = { water_level_percent: 50 };
    await push(owner, { ...level, battery_percent: 80.5, signal_dbm: -71 });
    assert.deepEqual(await healthOf(), [80.5, -71]);
    await push(owner, level);
    assert.deepEqual(await healthOf(), [80.5, -71]);
    server.clock.advance(minuteMs);
    await push(owner, { ...level, battery_percent: 0 });
    assert.deepEqual(await healthOf(), [0, -71]);
    // Readings that were kept while the network was away are history.
    const recorded_at = iso(-hourMs);
    await push(owner, { ...level, battery_percent: 90, signal_dbm: -50, recorded_at });
    assert.deepEqual(await healthOf(), [0, -71]);
    await push(owner, { ...level, signal_dbm: 0 });
    assert.deepEqual(await healthOf(), [0, 0]);
    const list = await server.request('GET', '/api/devices.php?action=list', owner);
    assert.equal(Object.keys((list.body as object[])[0] ?? {}).length, 10);
  });
});
