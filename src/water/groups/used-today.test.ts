import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { pushKept } from '../../../test/helpers/water/push-kept.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import type { Group } from './schemas.ts';

describeOnBothEngines('litres used today in a group', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });

  /** What a group and the report of usage say of a tank of 2,000 litres with some readings. */
  const usedBy = async (readings: { at: number; water_level_percent: number }[]) => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const config = { device_id: device.id, sensor_name: 'main', capacity: 2000 };
    await server.request('POST', '/api/sensor_configs.php?action=save', { token, json: config });
    await pushKept(server, device.mac_or_serial, readings);
    const json = { name: 'All', device_ids: [device.id] };
    const path = '/api/groups.php?action=create';
    const { body } = await server.request('POST', path, { token, json });
    const dates = `start_date=${today()}&end_date=${today()}`;
    const usage = `/api/reports.php?action=usage&device_id=${device.id}&${dates}`;
    const report = (await server.request('GET', usage, { token })).body as {
      days: { consumed: number }[];
    };
    return [(body as Group).sums.litres_today, report.days[0]?.consumed];
  };
  const today = () => new Date(server.clock.now + 3 * hourMs).toISOString().slice(0, 10);
  const midnight = () => Date.parse(`${today()}T00:00:00+03:00`);

  it('are as the report has them where a silence went over midnight', async () => {
    server.clock.advance(midnight() + dayMs + 11 * hourMs - server.clock.now);
    for (const [from, until] of [
      [-14, 6],
      [-3, 9.5],
      [-0.5, 0.7],
      [-50, 8],
      [1, 8],
    ] as const) {
      const before = Array.from({ length: 13 }, (_, hour) => ({
        at: midnight() + (from - 12 + hour) * hourMs,
        water_level_percent: 95 - hour / 2,
      }));
      const after = [0, 1, 2, 3, 4, 5].map((quarter) => ({
        at: midnight() + (until + quarter / 4) * hourMs,
        water_level_percent: 60 - quarter / 4,
      }));
      const [group, report] = await usedBy([...before, ...after]);
      assert.ok(group && report && Math.abs(group - report) <= 1, `${from}: ${group} ${report}`);
    }
  });
});
