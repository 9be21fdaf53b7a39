import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { failureOf } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';

type Owner = { token: string; device_id: string; mac: string };

describeOnBothEngines('changes to a device that pushes', (engine) => {
  const server = useTestServer({ engine });

  const newOwner = async (mac?: string): Promise<Owner> => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token, mac);
    return { token, device_id: device.id, mac: device.mac_or_serial };
  };
  const push = ({ mac }: Owner, fields: Record<string, string> = {}) =>
    server.request('POST', '/iot_push.php', {
      form: { mac_address: mac, water_level_percent: 50, ...fields },
    });
  const keyOf = async ({ token, device_id }: Owner, wishes: object = {}) => {
    const json = { device_id, ...wishes };
    const { body } = await server.request('POST', '/api/devices.php?action=api-key', {
      token,
      json,
    });
    return (body as { api_key: string }).api_key;
  };
  const sensorOf = async (owner: Owner) => {
    const { body } = await push(owner);
    return (body as { sensor_name: string }).sensor_name;
  };

  it('ends the old key at once when it is rotated', async () => {
    const owner = await newOwner();
    const old = await keyOf(owner);
    assert.equal((await push(owner, { api_key: old })).status, 201);
    const api_key = await keyOf(owner, { rotate: true });
    assert.equal((await push(owner, { api_key: old })).status, 401);
    assert.equal((await push(owner, { api_key })).status, 201);
  });

  it('asks for the key as soon as it is required', async () => {
    const owner = await newOwner();
    assert.equal((await push(owner)).status, 201);
    const api_key = await keyOf(owner, { required: true });
    assert.equal((await push(owner)).status, 401);
    assert.equal((await push(owner, { api_key })).status, 201);
    await keyOf(owner, { required: false });
    assert.equal((await push(owner)).status, 201);
  });

  it('sends readings without a sensor to the first that is configured', async () => {
    const owner = await newOwner();
    const { token, device_id } = owner;
    const save = (sensor_name: string) =>
      server.request('POST', '/api/sensor_configs.php?action=save', {
        token,
        json: { device_id, sensor_name },
      });
    assert.equal(await sensorOf(owner), 'main');
    const { id } = (await save('roof')).body as { id: number };
    assert.equal(await sensorOf(owner), 'roof');
    await save('ground');
    assert.equal(await sensorOf(owner), 'roof');
    const path = `/api/sensor_configs.php?action=remove&id=${id}`;
    await server.request('DELETE', path, { token });
    assert.equal(await sensorOf(owner), 'ground');
  });

  it('refuses a removed device at once, and takes it again as somebody else’s', async () => {
    const owner = await newOwner();
    const { token, device_id, mac } = owner;
    const api_key = await keyOf(owner);
    assert.equal((await push(owner)).status, 201);
    const path = `/api/devices.php?action=remove&id=${device_id}`;
    await server.request('DELETE', path, { token });
    assert.deepEqual(failureOf(await push(owner)), [404, 'not_found']);
    const stranger = await newOwner(mac);
    assert.equal((await push(stranger)).status, 201);
    assert.equal((await push(stranger, { api_key })).status, 401);
  });
});
