import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { minuteMs } from '../../kit/time/units.ts';

type Alert = { kind: string; severity: string };
type Push = { level: number; pump?: 'on' | 'off' };

const many = (count: number, level: number): Push[] =>
  Array.from({ length: count }, () => ({ level }));

describeOnBothEngines('a level that is in doubt', (engine) => {
  const server = useTestServer({ engine });

  /** Pushes levels at equal intervals; returns the alerts after each. */
  async function alertsOf(pushes: Push[], minutes: number, capacity = 5000) {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const json = { device_id: device.id, sensor_name: 'main', capacity };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
    const after: string[][] = [];
    for (const [index, { level, pump }] of pushes.entries()) {
      server.clock.advance(minutes * minuteMs);
      const form = {
        mac_address: device.mac_or_serial,
        // A sensor that says the same each time has no noise to be known.
        water_level_percent: Math.min(100, level + 0.1 * (index % 3)),
        ...(pump && { pump_status: pump }),
      };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
      const path = `/api/alerts.php?action=list&device_id=${device.id}`;
      const alerts = (await server.request('GET', path, { token })).body as Alert[];
      after.push(alerts.map(({ kind }) => kind));
    }
    return after;
  }

  it('of a sensor with echoes is not told as an overflow, however many come in a row', async () => {
    for (const minutes of [5, 10, 15]) {
      const [one, spell] = [many(1, 99), many(5, 99)];
      const after = await alertsOf(
        [...many(30, 60), ...one, ...many(20, 60), ...spell, ...many(20, 60)],
        minutes,
      );
      assert.ok(!after.flat().includes('overflow'), `each ${minutes} minutes`);
    }
  });

  it('is told at once where the pump explains it, and where water rises as water does', async () => {
    const echo = [...many(30, 60), ...many(1, 99), ...many(20, 60)];
    const filling = [70, 80, 90, 99, 99, 99].map((level): Push => ({ level, pump: 'on' }));
    const pumped = await alertsOf([...echo, ...filling], 5);
    assert.ok(pumped.at(-1)?.includes('overflow'));
    const slowly = Array.from({ length: 20 }, (_, index) => ({ level: 61 + 2 * index }));
    const filled = await alertsOf([...echo, ...slowly], 5);
    assert.ok(filled.at(-1)?.includes('overflow'));
    const tanker = [75, 90, 99, 99, 99].map((level) => ({ level }));
    const unknown = await alertsOf([...many(30, 60), ...tanker], 5);
    assert.ok(unknown.at(-1)?.includes('overflow'), 'a tanker, by a sensor without echoes');
  });

  it('that fell by more than any outlet lets out is told as low once it has stayed', async () => {
    const after = await alertsOf([...many(40, 60), ...many(30, 4)], 1);
    const low = after.findIndex((kinds) => kinds.includes('low'));
    assert.ok(low >= 40 + 19 && low < 40 + 24, `after ${low - 40} minutes`);
    const back = await alertsOf([...many(40, 60), ...many(8, 4), ...many(20, 60)], 1);
    assert.ok(!back.flat().includes('low'));
    const drained = Array.from({ length: 57 }, (_, index) => ({ level: 60 - index }));
    const emptied = await alertsOf([...many(40, 60), ...drained, ...many(3, 4)], 1);
    assert.ok(emptied.at(-1)?.includes('low'));
  });

  it('that a tap can have emptied is told with the third reading that says so', async () => {
    const after = await alertsOf([...many(30, 22), ...many(3, 0)], 15, 500);
    assert.ok(!after.slice(0, 32).flat().includes('low'));
    assert.ok(after.at(-1)?.includes('low'));
    const large = await alertsOf([...many(30, 22), ...many(3, 0)], 15, 5000);
    assert.ok(!large.flat().includes('low'), 'no tap does that');
  });
});
