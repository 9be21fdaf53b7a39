import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { makePostgresDatabase } from '../../../test/helpers/database/postgres.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import {
  type Answer,
  describeOnBothEngines,
  startTestServer,
  type TestServer,
  useTestServer,
} from '../../../test/helpers/server/test-server.ts';
import { type DeviceAnswer, registerDevice } from '../../../test/helpers/water/devices.ts';

const env = { SENSORS_PER_DEVICE: '4', PUSH_BURST_PER_DEVICE: '1000' };
const full = [409, 'too_many_sensors'];

type Desk = { token: string; device: DeviceAnswer };

async function newDesk(server: TestServer): Promise<Desk> {
  const { token } = await registerUser(server);
  return { token, device: await registerDevice(server, token) };
}

function push(server: TestServer, { device }: Desk, sensor_name?: string): Promise<Answer> {
  const form = { mac_address: device.mac_or_serial, water_level_percent: 50 };
  const named = { ...form, ...(sensor_name !== undefined && { sensor_name }) };
  return server.request('POST', '/iot_push.php', { form: named });
}

async function sensorsOf(server: TestServer, { token, device }: Desk): Promise<string[]> {
  const path = `/api/tanks?device_id=${device.id}`;
  const { body } = await server.request('GET', path, { token });
  const [tank] = body as { sensors: { sensor_name: string }[] }[];
  return (tank?.sensors ?? []).map(({ sensor_name }) => sensor_name);
}

/** Pushes to 40 new sensors at once. @returns the number of answers by status. */
async function pushFortyNames(servers: TestServer[], desk: Desk) {
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      push(servers[index % servers.length] as TestServer, desk, `s${index}`),
    ),
  );
  const refused = answers.filter(({ status }) => status === 409);
  for (const answer of refused) assert.deepEqual(failureOf(answer), full);
  return { stored: answers.filter(({ status }) => status === 201).length, refused: refused.length };
}

describeOnBothEngines('the limit of sensors', (engine) => {
  const server = useTestServer({ engine, env });

  const post = ({ token, device }: Desk, path: string, json: object) =>
    server.request('POST', path, { token, json: { device_id: device.id, ...json } });
  const record = (desk: Desk, sensor_name: string) =>
    post(desk, '/api/sensors.php?action=reading', { sensor_name, level: 50 });
  const save = (desk: Desk, sensor_name: string) =>
    post(desk, '/api/sensor_configs.php?action=save', { sensor_name });
  const steer = (desk: Desk, sensor_name: string) =>
    post(desk, '/api/pump_commands.php?action=send', {
      sensor_name,
      command: 'auto',
      turn_on_below: 20,
      turn_off_above: 80,
    });

  it('refuses one more by whatever way it comes, and goes on with those that are there', async () => {
    const desk = await newDesk(server);
    const ways = [push.bind(undefined, server), record, save, steer];
    for (const [index, way] of ways.entries()) {
      assert.equal((await way(desk, `s${index}`)).status, 201);
    }
    for (const way of ways) {
      const answer = await way(desk, 'one more');
      assert.deepEqual(failureOf(answer), full);
      assert.match(answer.text, /at most 4 sensors/);
    }
    for (const way of ways) {
      for (const index of ways.keys()) {
        assert.ok([200, 201].includes((await way(desk, `s${index}`)).status));
      }
    }
    const names = await sensorsOf(server, desk);
    assert.deepEqual(names.sort(), ['s0', 's1', 's2', 's3']);
  });

  it('counts readings that it refuses apart from those that are stored', async () => {
    const counts = async () => {
      const { text } = await server.request('GET', '/metrics');
      const countOf = (outcome: string) =>
        Number(
          text.match(
            new RegExp(`^kisima_readings_total\\{outcome="${outcome}"\\} (\\d+)$`, 'm'),
          )?.[1] ?? 0,
        );
      return { stored: countOf('stored'), refused: countOf('refused'), failed: countOf('failed') };
    };
    const before = await counts();
    await pushFortyNames([server], await newDesk(server));
    assert.deepEqual(await counts(), {
      stored: before.stored + 4,
      refused: before.refused + 36,
      failed: 0,
    });
  });

  it('counts a sensor that is configured before it is heard of as one', async () => {
    const desk = await newDesk(server);
    for (const name of ['a', 'b', 'c', 'd']) assert.equal((await save(desk, name)).status, 201);
    assert.deepEqual(failureOf(await push(server, desk, 'e')), full);
    for (const name of ['a', 'b', 'c', 'd']) {
      assert.equal((await push(server, desk, name)).status, 201);
    }
    assert.equal((await push(server, desk)).status, 201);
    assert.deepEqual(failureOf(await save(desk, 'e')), full);
  });

  it('holds when all come at once, and leaves what comes with them alone', async () => {
    const [desk, neighbour] = [await newDesk(server), await newDesk(server)];
    await push(server, desk, 'roof');
    const [forty, ...others] = await Promise.all([
      pushFortyNames([server], desk),
      push(server, desk, 'roof'),
      push(server, neighbour, 'roof'),
    ]);
    assert.deepEqual(forty, { stored: 3, refused: 37 });
    assert.deepEqual(
      others.map(({ status }) => status),
      [201, 201],
    );
    assert.equal((await sensorsOf(server, desk)).length, 4);
  });

  it('stores nothing of a reading that it refuses', async () => {
    const desk = await newDesk(server);
    for (const name of ['a', 'b', 'c', 'd']) await push(server, desk, name);
    await push(server, desk, 'e');
    const path = `/api/sensors.php?action=history&device_id=${desk.device.id}`;
    const { body } = await server.request('GET', path, { token: desk.token });
    assert.deepEqual(
      (body as { sensor_name: string }[]).map(({ sensor_name }) => sensor_name).sort(),
      ['a', 'b', 'c', 'd'],
    );
  });
});

describe('the limit of sensors with two processes', () => {
  it('holds exactly, pushed to and configured at both', async () => {
    const database = await makePostgresDatabase();
    const shared = {
      ...env,
      DATABASE_URL: database.url,
      SERVER_SECRET: 'known to both of them'.repeat(2),
    };
    const start = () => startTestServer({ engine: 'sqlite', env: shared });
    const one = await start();
    const other = await start();
    for (let round = 0; round < 5; round += 1) {
      const desk = await newDesk(one);
      const save = (server: TestServer, sensor_name: string) =>
        server.request('POST', '/api/sensor_configs.php?action=save', {
          token: desk.token,
          json: { device_id: desk.device.id, sensor_name },
        });
      const [forty, ...saved] = await Promise.all([
        pushFortyNames([one, other], desk),
        ...['x', 'y', 'z'].map((name, index) => save(index % 2 ? one : other, name)),
      ]);
      const configured = saved.filter(({ status }) => status === 201).length;
      assert.equal(forty.stored + configured, 4);
      assert.equal((await sensorsOf(one, desk)).length, 4);
    }
    await Promise.all([one.stop(), other.stop()]);
    await database.drop();
  });
});
