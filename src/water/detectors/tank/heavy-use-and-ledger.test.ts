import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { hourMs } from '../../../kit/time/units.ts';

const box = { shape: 'box', length_cm: 100, width_cm: 100, height_cm: 200, sensor_height_cm: 210 };

describeOnBothEngines('heavy use, of what the ledger says is no water', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });

  const openTank = async (fields: object) => {
    const { token } = await registerUser(server);
    const { id, mac_or_serial } = await registerDevice(server, token);
    const save = async (given: object) => {
      const json = { device_id: id, sensor_name: 'main', ...given };
      const url = '/api/sensor_configs.php?action=save';
      const { status, text } = await server.request('POST', url, { token, json });
      assert.ok(status < 300, text);
    };
    await save(fields);
    const push = async (values: Record<string, number>) => {
      server.clock.advance(hourMs);
      const json = { mac_address: mac_or_serial, ...values };
      const { status, text } = await server.request('POST', '/iot_push.php', { json });
      assert.equal(status, 201, text);
    };
    const told = async () => {
      const url = `/api/alerts.php?action=list&device_id=${id}`;
      const { body } = await server.request('GET', url, { token });
      return (body as { kind: string }[]).filter(({ kind }) => kind === 'heavy_use').length;
    };
    return { save, push, told };
  };

  it('tells nothing of a tank that is measured anew, and all of what goes out behind that', async () => {
    const { save, push, told } = await openTank({ tank: box });
    for (let hour = 0; hour < 90; hour += 1) await push({ distance_cm: 100 + hour / 10 });
    await save({ tank: { ...box, sensor_height_cm: 185 } });
    for (let hour = 90; hour < 96; hour += 1) await push({ distance_cm: 100 + hour / 10 });
    assert.equal(await told(), 0);
    for (let hour = 0; hour < 3; hour += 1) await push({ distance_cm: 125 + 15 * hour });
    assert.equal(await told(), 1);
  });

  it('tells nothing of a cable that breaks', async () => {
    const { push, told } = await openTank({ capacity: 2000 });
    for (let hour = 0; hour < 90; hour += 1) await push({ water_level_percent: 70 - hour / 10 });
    for (let hour = 0; hour < 8; hour += 1) await push({ water_level_percent: 0 });
    assert.equal(await told(), 0);
  });
});
