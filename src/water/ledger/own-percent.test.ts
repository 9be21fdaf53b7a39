import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { pushKept } from '../../../test/helpers/water/push-kept.ts';
import { hourMs } from '../../kit/time/units.ts';

/** Tanks of some 5,000 litres and 300 cm, of which a board says its own percent of the height beside the height. */
const shapes = [
  ['a cone', { shape: 'cone', diameter_cm: 252, height_cm: 300 }, (h: number) => 4988 * h ** 3],
  [
    'a lying cylinder',
    { shape: 'lying_cylinder', diameter_cm: 300, length_cm: 70 },
    (h: number) => {
      const angle = 2 * Math.acos(1 - 2 * h);
      return ((150 * 150) / 2) * (angle - Math.sin(angle)) * 0.07;
    },
  ],
  [
    'a box',
    { shape: 'box', length_cm: 129, width_cm: 129, height_cm: 300 },
    (h: number) => 4992 * h,
  ],
] as const;

describeOnBothEngines("a board's own percent of the height", (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });

  for (const [what, tank, litresAt] of shapes) {
    it(`books all litres of large steps in ${what}`, async () => {
      const { token } = await registerUser(server);
      const { id, mac_or_serial } = await registerDevice(server, token);
      const json = { device_id: id, sensor_name: 'main', tank: { ...tank, sensor_height_cm: 310 } };
      const url = '/api/sensor_configs.php?action=save';
      const saved = await server.request('POST', url, { token, json });
      assert.ok(saved.status < 300, saved.text);
      const percents = [30, 30, 40, 50, 60, 70, 70, 70, 70, 60, 50, 40, 30, 30, 30];
      const from = server.clock.now - percents.length * hourMs;
      const kept = percents.map((water_level_percent, at) => ({
        at: from + (at + 1) * hourMs,
        water_level_percent,
        water_level_cm: 3 * water_level_percent,
      }));
      await pushKept(server, mac_or_serial, kept);
      const start = new Date(from).toISOString().slice(0, 10);
      const report = await server.request(
        'GET',
        `/api/reports.php?action=usage&device_id=${id}&start_date=${start}`,
        { token },
      );
      const { days } = report.body as { days: { consumed: number; refilled: number }[] };
      const sum = (of: 'consumed' | 'refilled') => days.reduce((all, day) => all + day[of], 0);
      const moved = litresAt(0.7) - litresAt(0.3);
      for (const flow of ['consumed', 'refilled'] as const) {
        assert.ok(
          Math.abs(sum(flow) - moved) < 0.1 * moved,
          `${flow} ${sum(flow)} of ${moved} litres`,
        );
      }
    });
  }
});
