import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { makeOutage } from '../../../../test/helpers/water/outages.ts';

describeOnBothEngines('an outage at more places than are named', (engine) => {
  const server = useTestServer({ engine });

  /** Makes an outage of devices at so many places, and of so many whose place nobody knows. */
  const outageAt = async (places: number, unplaced: number) => {
    const { token } = await registerUser(server);
    const deviceIds: number[] = [];
    for (let at = 0; at < places + unplaced; at += 1) {
      const { id: device_id } = await registerDevice(server, token);
      deviceIds.push(Number(device_id));
      if (at >= places) continue;
      const json = { device_id, latitude: -1 - at / 2, longitude: 36.8 };
      const path = '/api/devices.php?action=update-location';
      assert.equal((await server.request('PUT', path, { token, json })).status, 200);
    }
    await makeOutage(server, { deviceIds, since: server.clock.now - 900_000 });
    const { body } = await server.request('GET', '/api/alerts', { token });
    const [outage] = body as { message: string; facts: { places: unknown[]; placed: number } }[];
    assert.ok(outage);
    const { places: named, placed } = outage.facts;
    return { message: outage.message, named: named.length, placed };
  };

  it('says how many there are, without doubt where the place of every device is known', async () => {
    const { message, ...facts } = await outageAt(7, 0);
    assert.match(message, /^7 devices at 7 places have not been heard of/);
    assert.deepEqual(facts, { named: 5, placed: 7 });
  });

  it('says that there may be more where the place of one is not known', async () => {
    const { message, ...facts } = await outageAt(7, 1);
    assert.match(message, /^8 devices at 7 places or more have not been heard of/);
    assert.deepEqual(facts, { named: 5, placed: 7 });
  });
});
