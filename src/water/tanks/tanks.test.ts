import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import type { KyselyPlugin } from 'kysely';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { newOwner, type Owner } from '../../../test/helpers/accounts/owners.ts';
import { shareDevice } from '../../../test/helpers/accounts/sharing.ts';
import { failureOf, nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../test/helpers/server/test-server.ts';
import { createTestTimers, type TestTimers } from '../../../test/helpers/server/test-timers.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import type { Tank } from './schemas.ts';

/** Of the key of a device that has never signed. */
const unsigned = { only_signed: false, last_signed_at: null };

describeOnBothEngines('tanks', (engine) => {
  let server: TestServer;
  let timers: TestTimers;
  before(async () => {
    timers = createTestTimers();
    server = await startTestServer({ engine, timers });
  });
  after(() => server.stop());

  const ask = (token: string | undefined, query = '') =>
    server.request('GET', `/api/tanks${query}`, { token });
  const tanksOf = async ({ token }: { token: string }, query = '') => {
    const answer = await ask(token, query);
    assert.equal(answer.status, 200, answer.text);
    return answer.body as Tank[];
  };
  const make = async ({ token }: Owner, method: string, path: string, json: object) => {
    const answer = await server.request(method, path, { token, json });
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const push = async ({ token, device_id }: Owner, form: Record<string, string | number>) => {
    const { body } = await server.request('GET', '/api/devices.php?action=list', { token });
    const devices = body as { id: string; mac_or_serial: string }[];
    const mac_address = devices.find(({ id }) => id === device_id)?.mac_or_serial ?? '';
    const answer = await server.request('POST', '/iot_push.php', {
      form: { mac_address, ...form },
    });
    assert.equal(answer.status, 201, answer.text);
  };
  const iso = (offset = 0) => new Date(server.clock.now + offset).toISOString();

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

  it('lists devices in the order of registration, page by page', async () => {
    const owner = await newOwner(server);
    const others = [];
    for (let count = 0; count < 4; count += 1) {
      others.push((await registerDevice(server, owner.token)).id);
    }
    await newOwner(server);
    const ids = [owner.device_id, ...others];
    assert.deepEqual(
      (await tanksOf(owner)).map(({ device_id }) => device_id),
      ids,
    );
    const found: string[] = [];
    let next: string | undefined = '?limit=2';
    const lengths: number[] = [];
    while (next !== undefined) {
      const answer = await ask(owner.token, next);
      const page = answer.body as Tank[];
      lengths.push(page.length);
      found.push(...page.map(({ device_id }) => device_id));
      next = nextPage(answer)?.replace('/api/tanks', '');
    }
    assert.deepEqual(lengths, [2, 2, 1]);
    assert.deepEqual(found, ids);
    const [, second = ''] = ids;
    const [one, ...none] = await tanksOf(owner, `?device_id=${second}`);
    assert.deepEqual([one?.device_id, none.length], [second, 0]);
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

  it('asks the database no more for many devices than for one', async () => {
    const owner = await newOwner(server);
    const usual = server.db.longRead;
    let queries = 0;
    const counter: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        queries += 1;
        return result;
      },
    };
    const countOf = async (devices: number) => {
      queries = 0;
      server.db.longRead = usual.withPlugin(counter);
      try {
        assert.equal((await tanksOf(owner)).length, devices);
      } finally {
        server.db.longRead = usual;
      }
      return queries;
    };
    await push(owner, { water_level_percent: 50 });
    const one = await countOf(1);
    for (let count = 1; count < 7; count += 1) {
      const { id } = await registerDevice(server, owner.token);
      await push({ ...owner, device_id: id }, { water_level_percent: 50 });
    }
    assert.deepEqual([one, await countOf(7)], [6, 6]);
  });

  it('keeps to the caller', async () => {
    const [owner, stranger] = [await newOwner(server), await newOwner(server)];
    await push(owner, { water_level_percent: 5 });
    assert.deepEqual(
      (await tanksOf(stranger)).map(({ device_id }) => device_id),
      [stranger.device_id],
    );
    assert.equal((await ask(undefined)).status, 401);
    for (const id of [owner.device_id, '999999999', 'abc', '0']) {
      const answer = await ask(stranger.token, `?device_id=${id}`);
      assert.deepEqual(failureOf(answer), [404, 'not_found']);
    }
    for (const query of ['limit=0', 'limit=501', 'limit=x', 'limit=1.5']) {
      assert.deepEqual(wrongFields(await ask(owner.token, `?${query}`)), ['limit']);
    }
    assert.deepEqual(wrongFields(await ask(owner.token, '?after=-1&device_id=')), [
      'after',
      'device_id',
    ]);
  });
});

/** The ledger follows a level only so far: a few readings give their use to a twentieth. */
