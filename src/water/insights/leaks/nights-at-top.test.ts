import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { pushKept } from '../../../../test/helpers/water/push-kept.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import type { Leaks } from './schemas.ts';

/** Its sensor says 92.5 percent at most. */
const tank = {
  shape: 'box',
  length_cm: 100,
  width_cm: 100,
  height_cm: 200,
  sensor_height_cm: 210,
  dead_zone_cm: 25,
};

/** Height in centimetres by the hour of the day in Nairobi: full at night, and drawn from by day. */
function heightAt(hour: number): number {
  return hour < 7 || hour >= 19 ? 195 : 195 - 4 * Math.min(hour - 6, 19 - hour);
}

describeOnBothEngines('nights of a tank whose sensor cannot see its brim', (engine) => {
  const server = useTestServer({ engine });

  const nightsOf = async (fieldsAt: (heightCm: number) => Record<string, number>) => {
    const { token } = await registerUser(server);
    const { id, mac_or_serial } = await registerDevice(server, token);
    const json = { device_id: id, sensor_name: 'main', tank };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json });
    const end = Math.floor(server.clock.now / dayMs) * dayMs;
    const count = (8 * dayMs) / (15 * minuteMs);
    const readings = Array.from({ length: count }, (_, index) => {
      const at = end - 8 * dayMs + index * 15 * minuteMs;
      const hour = ((at + 3 * hourMs) % dayMs) / hourMs;
      return { at, ...fieldsAt(heightAt(hour)) };
    });
    await pushKept(server, mac_or_serial, readings);
    const path = `/api/insights.php?action=leaks&device_id=${id}`;
    const answer = await server.request('GET', path, { token });
    assert.equal(answer.status, 200, answer.text);
    const { nights, nights_needed } = (answer.body as Leaks).sensors[0] ?? {};
    return [nights, nights_needed];
  };

  it('say nothing while they are above what it sees', async () => {
    const [nights, needed] = await nightsOf((height) => ({ distance_cm: 210 - height }));
    assert.deepEqual([nights, needed], [0, 3]);
  });

  it('say as much as any where the board says the percent itself', async () => {
    const [nights, needed] = await nightsOf((height) => ({ water_level_percent: height / 2 }));
    assert.ok(Number(nights) >= 7 && needed === 0, `${nights} nights, ${needed} needed`);
  });
});
