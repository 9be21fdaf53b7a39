import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { type RegisteredUser, registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import { type EventStream, openStream } from '../../../../test/helpers/http/event-stream.ts';
import {
  describeOnBothEngines,
  startTestServer,
  type TestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { createTestTimers, type TestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { until } from '../../../../test/helpers/until.ts';
import { type DeviceAnswer, registerDevice } from '../../../../test/helpers/water/devices.ts';
import {
  chirpstackUp,
  makeSecret,
  postTo,
  randomDevEui,
} from '../../../../test/helpers/water/lorawan.ts';
import { SigningBoard } from '../../../../test/helpers/water/signing-board.ts';
import { hourMs, minuteMs, secondMs } from '../../../kit/time/units.ts';

type Known = { door: string; first_at: string; last_at: string };

describeOnBothEngines('the doors by which readings of a device come', (engine) => {
  let server: TestServer;
  let timers: TestTimers;
  let owner: RegisteredUser;
  let device: DeviceAnswer;
  before(async () => {
    timers = createTestTimers();
    server = await startTestServer({ engine, timers });
    owner = await registerUser(server);
    device = await registerDevice(server, owner.token, randomDevEui());
  });
  after(() => server.stop());

  const iso = () => new Date(server.clock.now).toISOString();
  const pass = (ms: number) => {
    server.clock.advance(ms);
    timers.advance(ms);
  };
  const ask = (token: string | undefined, id = device.id) =>
    server.request('GET', `/api/devices.php?action=doors&device_id=${id}`, {
      ...(token && { token }),
    });
  const known = async () => {
    const { status, body, text } = await ask(owner.token);
    assert.equal(status, 200, text);
    return (body as { arrivals: Known[] }).arrivals;
  };
  const push = async (level: number) => {
    const form = { mac_address: device.mac_or_serial, water_level_percent: level };
    const { status } = await server.request('POST', '/iot_push.php', { form });
    assert.equal(status, 201);
  };
  const nextArrival = async (stream: EventStream) => {
    for (;;) {
      const { type, data } = await stream.next();
      if (type === 'arrival') return data;
    }
  };

  it('are told at once, each, and kept with the first and the newest', async () => {
    assert.deepEqual(await known(), []);
    const stream = await openStream(server, owner.token, { withArrivals: true });
    const board = new SigningBoard(device.mac_or_serial, await keyOf());
    const lorawan = await makeSecret(server, owner.token);
    const byDoor = {
      form: () => push(40),
      batch: async () => {
        const json = {
          mac_address: device.mac_or_serial,
          readings: [{ water_level_percent: 41, age_s: 60 }, { water_level_percent: 42 }],
        };
        const { status } = await server.request('POST', '/iot_push_batch.php', { json });
        assert.equal(status, 200);
      },
      signed: async () => {
        const { status } = await board.send(server, board.push({ water_level_percent: 43 }));
        assert.equal(status, 201);
      },
      lorawan: async () => {
        const up = chirpstackUp(device.mac_or_serial, server.clock.now, { object: { level: 44 } });
        up.deviceInfo.deviceProfileName = 'Own board';
        const mapping = {
          decoder: null,
          fields: [{ field: 'water_level_percent', path: 'level' }],
        };
        const json = { profile: null, mapping };
        await server.request('PUT', '/api/lorawan/mappings', { token: owner.token, json });
        const { body } = await postTo(server, 'chirpstack?event=up', lorawan, up);
        assert.equal((body as { status: string }).status, 'stored');
      },
      api: async () => {
        const json = { device_id: device.id, sensor_name: 'main', level: 45 };
        const path = '/api/sensors.php?action=reading';
        const { status } = await server.request('POST', path, { token: owner.token, json });
        assert.equal(status, 201);
      },
    };
    const expected: Known[] = [];
    for (const [door, send] of Object.entries(byDoor)) {
      await send();
      const at = iso();
      assert.deepEqual(await nextArrival(stream), { device_id: device.id, door, at });
      expected.push({ door, first_at: at, last_at: at });
      pass(2 * secondMs);
      await until(async () => (await known()).length === expected.length);
      assert.deepEqual(await known(), expected);
    }
    stream.hangUp();
  });

  it('are told once a minute, and kept give or take an hour', async () => {
    const stream = await openStream(server, owner.token, { withArrivals: true });
    pass(hourMs + minuteMs);
    await push(50);
    const at = iso();
    assert.deepEqual(await nextArrival(stream), { device_id: device.id, door: 'form', at });
    const last = async () => (await known()).find(({ door }) => door === 'form')?.last_at;
    pass(2 * secondMs);
    await until(async () => (await last()) === at);
    await push(51);
    pass(minuteMs);
    await push(52);
    // The one between was not told: the next one that is comes a minute later.
    const later = iso();
    assert.notEqual(later, at);
    assert.deepEqual(await nextArrival(stream), { device_id: device.id, door: 'form', at: later });
    pass(2 * secondMs);
    assert.equal(await last(), at);
    stream.hangUp();
  });

  it('are not those of what was refused', async () => {
    const other = await registerDevice(server, owner.token);
    const form = { mac_address: other.mac_or_serial, water_level_percent: 400 };
    assert.equal((await server.request('POST', '/iot_push.php', { form })).status, 400);
    pass(2 * secondMs);
    const { body } = await ask(owner.token, other.id);
    assert.deepEqual(body, { arrivals: [], mqtt: null });
  });

  it('are told to those who may see the device alone, and go with it', async () => {
    assert.equal((await ask(undefined)).status, 401);
    const stranger = await registerUser(server);
    assert.equal((await ask(stranger.token)).status, 404);
    const path = `/api/devices.php?action=remove&id=${device.id}`;
    await server.request('DELETE', path, { token: owner.token });
    pass(6 * secondMs);
    await until(async () => {
      const rows = await server.db.read.selectFrom('device_arrivals').selectAll().execute();
      return rows.every(({ device_id }) => device_id !== Number(device.id));
    });
  });

  async function keyOf(): Promise<string> {
    const { body } = await server.request('POST', '/api/devices.php?action=api-key', {
      token: owner.token,
      json: { device_id: device.id },
    });
    return (body as { api_key: string }).api_key;
  }
});
