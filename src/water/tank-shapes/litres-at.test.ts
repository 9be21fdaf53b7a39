import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { randomMac, registerDevice } from '../../../test/helpers/water/devices.ts';
import { litresAt } from './litres-at.ts';

describe('litres at a level', () => {
  it('are the decimal fraction that they come to, without noise', () => {
    const tenths = fc.integer({ min: 0, max: 1000 });
    const capacities = fc.integer({ min: 1, max: 10_000_000 });
    fc.assert(
      fc.property(tenths, capacities, (level, capacity) => {
        const thousandths = BigInt(level) * BigInt(capacity);
        const [whole, rest] = [thousandths / 1000n, thousandths % 1000n];
        const exact = Number(`${whole}.${String(rest).padStart(3, '0')}`);
        assert.equal(litresAt(level / 10, capacity), exact);
      }),
    );
  });
});

describeOnBothEngines('the volume of a reading that carries none', (engine) => {
  const server = useTestServer({ engine });

  it('follows from level and capacity as people would write it', async () => {
    const { token } = await registerUser(server);
    const mac_address = randomMac();
    const { id: device_id } = await registerDevice(server, token, mac_address);
    const json = { device_id, sensor_name: 'main', capacity: 1000 };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
    const form = { mac_address, water_level_percent: 33.3 };
    const { body } = await server.request('POST', '/iot_push.php', { form });
    assert.equal((body as { volume: number }).volume, 333);
  });
});
