import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { minuteMs } from '../../kit/time/units.ts';

type Alert = { kind: string; message: string; facts: { spilt_litres?: number } };

describeOnBothEngines('an overflow while the pump runs', (engine) => {
  const server = useTestServer({ engine });

  it('says about how many litres ran over once it is over', async () => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const json = { device_id: device.id, sensor_name: 'main', capacity: 2000 };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
    const push = async (water_level_percent: number, pump_status: 'on' | 'off') => {
      server.clock.advance(5 * minuteMs);
      const form = { mac_address: device.mac_or_serial, water_level_percent, pump_status };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    };
    const overflow = async () => {
      const path = `/api/alerts.php?action=list&device_id=${device.id}`;
      const alerts = (await server.request('GET', path, { token })).body as Alert[];
      return alerts.find(({ kind }) => kind === 'overflow');
    };
    // 24 % an hour, which is 480 litres, and two hours at the top.
    for (let level = 60; level <= 100; level += 2) await push(level, 'on');
    for (let count = 0; count < 24; count++) await push(100, 'on');
    assert.match((await overflow())?.message ?? '', /close to overflowing/);
    for (let level = 99; level > 80; level -= 1) await push(level, 'off');
    const { message, facts } = (await overflow()) ?? {};
    const { spilt_litres: litres = 0 } = facts ?? {};
    assert.ok(litres > 800 && litres < 1100, `${litres} litres`);
    assert.match(message ?? '', new RegExp(`^main: about ${litres} litres ran over`));
  });
});
