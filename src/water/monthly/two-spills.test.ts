import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { minuteMs } from '../../kit/time/units.ts';

type Alert = {
  id: number;
  kind: string;
  facts: { spilt_litres?: number };
  resolved_at: string | null;
};

describeOnBothEngines('a tank that runs over twice within a day', (engine) => {
  const server = useTestServer({ engine, now: '2026-11-21T04:00:00.000Z' });

  it('has one overflow, which says what ran over both times', async () => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const json = { device_id: device.id, sensor_name: 'main', capacity: 2000 };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
    const push = async (level: number, pump: 'on' | 'off') => {
      server.clock.advance(5 * minuteMs);
      const about = { mac_address: device.mac_or_serial, pump_status: pump };
      const form = { ...about, water_level_percent: level };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    };
    /** Fills the tank, lets it run over for some readings, and empties it again. */
    const spill = async (count: number) => {
      for (let level = 60; level <= 100; level += 2) await push(level, 'on');
      for (let time = 0; time < count; time += 1) await push(100, 'on');
      for (let level = 99; level > 60; level -= 1) await push(level, 'off');
      const path = `/api/alerts.php?action=list&device_id=${device.id}`;
      const { body } = await server.request('GET', path, { token });
      const [overflow, ...more] = (body as Alert[]).filter(({ kind }) => kind === 'overflow');
      assert.ok(overflow?.resolved_at);
      assert.deepEqual(more, []);
      return overflow;
    };
    const first = await spill(24);
    const litres = first.facts.spilt_litres ?? 0;
    assert.ok(litres > 700, `${litres} litres`);
    const second = await spill(8);
    const both = second.facts.spilt_litres ?? 0;
    assert.equal(second.id, first.id);
    assert.ok(both > litres + 150 && both < 2 * litres, `${both} litres of ${litres}`);
    const third = await spill(0);
    assert.ok((third.facts.spilt_litres ?? 0) >= both, 'a spill of nothing takes nothing away');
  });
});
