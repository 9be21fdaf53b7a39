import assert from 'node:assert/strict';
import { after, before, beforeEach, it } from 'node:test';
import {
  type RegisteredUser,
  registerUser,
} from '../../../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../../test/helpers/server/test-server.ts';
import { until } from '../../../../../test/helpers/until.ts';
import {
  type DeviceAnswer,
  randomMac,
  registerDevice,
} from '../../../../../test/helpers/water/devices.ts';
import { makeSecret, postTo, randomDevEui } from '../../../../../test/helpers/water/lorawan.ts';
import {
  type NetworkServer,
  startNetworkServer,
} from '../../../../../test/helpers/water/network-server.ts';
import { minuteMs } from '../../../../kit/time/units.ts';

type Pump = { device_id: string; queued: number | null; error: string | null };

describeOnBothEngines('what waits for a LoRaWAN board that is replaced', (engine) => {
  const server = useTestServer({ engine, env: { WEBHOOKS_ALLOW_PRIVATE: 'true' } });
  let network: NetworkServer;
  let owner: RegisteredUser;
  let device: DeviceAnswer;
  let old = '';
  before(async () => {
    network = await startNetworkServer();
  });
  after(() => network.close());

  const request = (method: string, path: string, json?: object) =>
    server.request(method, path, { token: owner.token, ...(json && { json }) });
  const ask = async (method: string, path: string, json?: object) => {
    const answer = await request(method, path, json);
    assert.ok(answer.status < 300, answer.text);
    return answer.body;
  };
  const setUp = async (device_id: string) => {
    const place = { network: 'chirpstack', url: network.url, api_key: 'key' };
    const { id } = (await ask('PUT', '/api/lorawan/servers', place)) as { id: number };
    await ask('PUT', '/api/lorawan/pumps', {
      device_id,
      sensor_name: 'main',
      server_id: id,
      f_port: 2,
      on: '05 00 12 {ms4}',
      off: '03 00 11',
      stops_by_itself: false,
      receipt_is_done: false,
    });
  };
  const order = async (command: 'on' | 'off', device_id = device.id) => {
    const json = { device_id, sensor_name: 'main', command };
    await ask('POST', '/api/pump_commands.php?action=send', json);
  };
  const replaceBy = async (mac_or_serial: string) => {
    const json = { device_id: device.id, mac_or_serial };
    await ask('POST', '/api/devices.php?action=replace', json);
    return mac_or_serial;
  };
  const pumpOf = async () => {
    const { own } = (await ask('GET', '/api/lorawan/pumps')) as { own: Pump[] };
    return own.find(({ device_id }) => device_id === device.id);
  };
  const queue = (name: string) => network.queueOf(name).map(({ hex }) => hex);
  const downlinksOf = () =>
    server.db.read
      .selectFrom('lorawan_downlinks')
      .selectAll()
      .where('device_id', '=', Number(device.id))
      .execute();

  beforeEach(async () => {
    network.answerWith(200);
    owner = await registerUser(server);
    old = randomDevEui();
    device = await registerDevice(server, owner.token, old);
    await setUp(device.id);
    await order('on');
    await until(async () => (await pumpOf())?.queued === 1);
    assert.equal(queue(old).length, 1);
  });

  for (const status of [503, 429, 500]) {
    it(`is taken out later where its queue is answered with ${status} at first`, async () => {
      network.answerFor(old, status);
      const fresh = await replaceBy(randomDevEui());
      await until(async () => (await pumpOf())?.error === `answered with status ${status}`);
      assert.equal(queue(old).length, 1);
      network.answerFor(old, 200);
      server.clock.advance(minuteMs);
      await until(() => queue(old).length === 0 && queue(fresh).length === 1);
    });
  }

  it('is taken out later where the key is refused for both boards at first', async () => {
    network.answerWith(401);
    const fresh = await replaceBy(randomDevEui());
    await until(async () => (await pumpOf())?.error === 'answered with status 401');
    network.answerWith(200);
    server.clock.advance(minuteMs);
    await until(() => queue(old).length === 0 && queue(fresh).length === 1);
  });

  for (const status of [401, 403, 404]) {
    it(`is over where its network server knows it no more (${status}), but the new one`, async () => {
      network.answerFor(old, status);
      const fresh = await replaceBy(randomDevEui());
      await until(() => queue(fresh).length === 1);
      await until(async () => (await pumpOf())?.queued === 1);
      assert.equal((await pumpOf())?.error, null);
    });
  }

  /** The old queue cannot be emptied at first, and meanwhile something makes the new one to be told anew. */
  const meanwhile = async (happens: (fresh: string) => Promise<unknown>) => {
    network.answerFor(old, 503);
    const fresh = await replaceBy(randomDevEui());
    await until(async () => (await pumpOf())?.error === 'answered with status 503');
    await happens(fresh);
    network.answerFor(old, 200);
    server.clock.advance(minuteMs);
    await until(() => queue(fresh).length === 1);
    assert.deepEqual(queue(old), []);
  };
  it('is taken out also where the new one joins before', async () => {
    const secret = await makeSecret(server, owner.token);
    const path = 'chirpstack?event=join';
    await meanwhile(async (devEui) => {
      const join = { deviceInfo: { devEui }, devAddr: '00189440' };
      const { status, text } = await postTo(server, path, secret, join);
      assert.equal(status, 200, text);
    });
  });

  it('is taken out also where its pump is set up anew before', async () => {
    await meanwhile(() => setUp(device.id));
  });

  it('is taken out where the new one has no DevEUI, and its pump is told nothing more', async () => {
    await replaceBy(randomMac());
    await until(() => queue(old).length === 0);
    await until(async () => (await pumpOf())?.queued === 0);
    await until(async () => (await downlinksOf()).every(({ due_at }) => due_at === null));
    const told = await downlinksOf();
    await order('off');
    // A pump that is looked at after it shows that it was looked at.
    const other = randomDevEui();
    const { id } = await registerDevice(server, owner.token, other);
    await setUp(id);
    await order('off', id);
    await until(() => queue(other)[0] === '030011');
    assert.deepEqual(await downlinksOf(), told);
    await ask('DELETE', `/api/lorawan/pumps/${device.id}`);
  });

  it('is kept for a board without a DevEUI until its network server can be told', async () => {
    network.answerFor(old, 503);
    await replaceBy(randomMac());
    await until(async () => (await pumpOf())?.error === 'answered with status 503');
    network.answerFor(old, 200);
    server.clock.advance(minuteMs);
    await until(() => queue(old).length === 0);
    await until(async () => (await pumpOf())?.queued === 0);
    await ask('DELETE', `/api/lorawan/pumps/${device.id}`);
    assert.deepEqual(failureOf(await request('DELETE', `/api/lorawan/pumps/${device.id}`)), [
      404,
      'not_found',
    ]);
  });

  it('goes to a third board with a DevEUI after one that has none', async () => {
    await replaceBy(randomMac());
    await until(async () => (await pumpOf())?.queued === 0);
    const third = await replaceBy(randomDevEui());
    await until(() => queue(third).length === 1);
  });

  it('is taken out also where an earlier version had told it, which kept no board', async () => {
    const [{ queued } = { queued: '' }] = await server.db.read
      .selectFrom('lorawan_pumps')
      .select('queued')
      .where('device_id', '=', Number(device.id))
      .execute();
    const { board: _board, at: _at, ...before } = JSON.parse(queued);
    await server.db.write
      .updateTable('lorawan_pumps')
      .set({ queued: JSON.stringify(before) })
      .where('device_id', '=', Number(device.id))
      .execute();
    const fresh = await replaceBy(randomDevEui());
    await until(() => queue(fresh).length === 1 && queue(old).length === 0);
  });
});
