import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import {
  type RegisteredUser,
  registerUser,
} from '../../../../../test/helpers/accounts/accounts.ts';
import { failureOf, wrongFields } from '../../../../../test/helpers/http/answers.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../../test/helpers/water/devices.ts';
import { randomDevEui } from '../../../../../test/helpers/water/lorawan.ts';
import { ApiError } from '../../../../kit/api/failures/api-error.ts';
import { findDeviceFor } from '../../../guards.ts';
import { setPump } from './change-pump.ts';

type Server = { id: number; network: string; url: string; webhook_id: string | null };
type Pump = { device_id: string; on: string; queued: number | null };

describeOnBothEngines('what an owner sets up for downlinks of LoRaWAN', (engine) => {
  const server = useTestServer({ engine });
  let owner: RegisteredUser;
  let other: RegisteredUser;
  before(async () => {
    owner = await registerUser(server);
    other = await registerUser(server);
  });

  const ask = (method: string, path: string, json?: object, { token } = owner) =>
    server.request(method, `/api/lorawan/${path}`, { token, ...(json && { json }) });
  const chirpstack = { network: 'chirpstack', url: 'https://lns.example/', api_key: 'key-of-lns' };
  const saveServer = async (by = owner) => {
    const { status, body, text } = await ask('PUT', 'servers', chirpstack, by);
    assert.equal(status, 200, text);
    return body as Server;
  };
  const pumpFor = (device_id: string, server_id: number, more: object = {}) => ({
    device_id,
    server_id,
    sensor_name: 'main',
    f_port: 2,
    on: '05 00 12 {ms4}',
    off: '03 00 11',
    stops_by_itself: false,
    receipt_is_done: false,
    ...more,
  });

  it('is a network server of each kind, whose key is not shown', async () => {
    const first = await saveServer();
    const again = await ask('PUT', 'servers', { ...chirpstack, url: 'https://lns2.example/base' });
    assert.deepEqual(again.body, { ...first, url: 'https://lns2.example/base' });
    const tts = { network: 'tts', url: 'https://eu1.cloud.thethings.network', api_key: 'NNSXS' };
    assert.deepEqual(wrongFields(await ask('PUT', 'servers', tts)), ['webhook_id']);
    const made = await ask('PUT', 'servers', { ...tts, webhook_id: 'kisima' });
    assert.equal((made.body as Server).webhook_id, 'kisima');
    const list = await ask('GET', 'servers');
    assert.deepEqual(
      (list.body as Server[]).map(({ network }) => network),
      ['chirpstack', 'tts'],
    );
    assert.doesNotMatch(list.text, /key-of-lns|NNSXS/);
    assert.deepEqual((await ask('GET', 'servers', undefined, other)).body, []);
  });

  it('goes to public addresses alone', async () => {
    for (const url of [
      'http://127.0.0.1:8090',
      'http://10.0.0.7:8090',
      'http://localhost:8090',
      'http://169.254.169.254/latest',
      'ftp://lns.example',
      'https://user:password@lns.example',
      'lns.example',
    ]) {
      const answer = await ask('PUT', 'servers', { ...chirpstack, url });
      assert.deepEqual(wrongFields(answer), ['url'], url);
    }
  });

  it('names every field of a pump that is wrong', async () => {
    const { id } = await saveServer();
    const plain = await registerDevice(server, owner.token);
    const long = { on: '{s2}'.padEnd(290, '00'), off: '00'.repeat(52) };
    const far = await ask('PUT', 'pumps', pumpFor(plain.id, id, long));
    assert.deepEqual(wrongFields(far).sort(), ['device_id', 'off', 'on']);
    const device = await registerDevice(server, owner.token, randomDevEui());
    const endless = pumpFor(device.id, id, { on: '01 {percent1}' });
    assert.deepEqual(wrongFields(await ask('PUT', 'pumps', endless)), ['on']);
    const wrong = pumpFor(device.id, id, { on: 'on', off: '0', f_port: 224 });
    assert.deepEqual(wrongFields(await ask('PUT', 'pumps', wrong)).sort(), ['f_port', 'off', 'on']);
    const kept = await ask('PUT', 'pumps', { ...endless, stops_by_itself: true });
    assert.equal(kept.status, 200, kept.text);
  });

  it('is for one’s own devices and network servers, and goes while nothing waits', async () => {
    const { id } = await saveServer();
    const device = await registerDevice(server, owner.token, randomDevEui());
    const pump = pumpFor(device.id, id);
    assert.equal((await ask('PUT', 'pumps', pump, other)).status, 404);
    const foreign = await saveServer(other);
    const failure = failureOf(await ask('PUT', 'pumps', { ...pump, server_id: foreign.id }));
    assert.deepEqual(failure, [404, 'not_found']);
    const saved = await ask('PUT', 'pumps', pump);
    assert.equal(saved.status, 200, saved.text);
    assert.equal((saved.body as Pump).queued, 0);
    const { body } = await ask('GET', 'pumps');
    const { ready, own } = body as { ready: { model: string }[]; own: Pump[] };
    assert.ok(ready.some(({ model }) => model === 'lt-22222-l-ro1'));
    assert.ok(own.some(({ device_id }) => device_id === device.id));
    const inUse = failureOf(await ask('DELETE', `servers/${id}`));
    assert.deepEqual(inUse, [409, 'network_server_in_use']);
    assert.equal((await ask('DELETE', `servers/${id}`, undefined, other)).status, 404);
    assert.equal((await ask('DELETE', `pumps/${device.id}`, undefined, other)).status, 404);

    const order = { device_id: device.id, sensor_name: 'main', command: 'off' };
    const path = '/api/pump_commands.php?action=';
    const { token } = owner;
    const sent = await server.request('POST', `${path}send`, { token, json: order });
    const queued = failureOf(await ask('DELETE', `pumps/${device.id}`));
    assert.deepEqual(queued, [409, 'commands_queued']);
    const { id: command } = sent.body as { id: number };
    await server.request('DELETE', `${path}cancel&id=${command}`, { token });
    assert.equal((await ask('DELETE', `pumps/${device.id}`)).status, 200);
    assert.equal((await ask('DELETE', `pumps/${device.id}`)).status, 404);
  });

  const giveTo = ({ user }: RegisteredUser, deviceId: string) =>
    server.db.write
      .updateTable('devices')
      .set({ owner_id: Number(user.id) })
      .where('id', '=', Number(deviceId))
      .execute();

  it('frees a network server of pumps that changed hands and kept their set-up', async () => {
    const former = await registerUser(server);
    const { id } = await saveServer(former);
    const device = await registerDevice(server, former.token, randomDevEui());
    const saved = await ask('PUT', 'pumps', pumpFor(device.id, id), former);
    assert.equal(saved.status, 200, saved.text);
    const inUse = failureOf(await ask('DELETE', `servers/${id}`, undefined, former));
    assert.deepEqual(inUse, [409, 'network_server_in_use']);
    await giveTo(other, device.id);
    const removed = await ask('DELETE', `servers/${id}`, undefined, former);
    assert.equal(removed.status, 200, removed.text);
    // Nor is the set-up in force again where the device comes back.
    await giveTo(former, device.id);
    const { body } = await ask('GET', 'pumps', undefined, former);
    assert.deepEqual((body as { own: Pump[] }).own, []);
  });

  it('is refused for a device that changes hands amid the request', async () => {
    const former = await registerUser(server);
    const { id } = await saveServer(former);
    const { id: device_id } = await registerDevice(server, former.token, randomDevEui());
    const userId = Number(former.user.id);
    const device = await findDeviceFor(server.db, 'own', { userId }, device_id);
    await giveTo(other, device_id);
    const deps = { db: server.db, clock: () => server.clock.now };
    await assert.rejects(
      setPump(deps, device, pumpFor(device_id, id)),
      (error) => error instanceof ApiError && error.status === 404,
    );
    const rows = await server.db.read
      .selectFrom('lorawan_pumps')
      .selectAll()
      .where('device_id', '=', device.id)
      .execute();
    assert.deepEqual(rows, []);
  });
});
