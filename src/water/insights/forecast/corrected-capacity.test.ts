import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { createTestTimers } from '../../../../test/helpers/server/test-timers.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { pushKept } from '../../../../test/helpers/water/push-kept.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import type { Tank } from '../../tanks/schemas.ts';
import { learnHabits } from './habit-loop.ts';
import type { Forecast, Usual } from './schemas.ts';

describeOnBothEngines('the forecast of a tank whose capacity is corrected', (engine) => {
  const env = { TOKEN_HOURS: '8760' };
  const server = useTestServer({ engine, env, timers: createTestTimers() });

  it('is in the new litres from the next reading on, learnt or not', async () => {
    const { token } = await registerUser(server);
    const { id, mac_or_serial } = await registerDevice(server, token);
    const save = (capacity: number) =>
      server.request('POST', '/api/sensor_configs.php?action=save', {
        token,
        json: { device_id: id, sensor_name: 'main', capacity },
      });
    const get = async <T>(url: string) => {
      const { status, body, text } = await server.request('GET', url, { token });
      assert.equal(status, 200, text);
      return body as T;
    };
    const learn = () =>
      learnHabits({ db: server.db, clock: () => server.clock.now }, new AbortController().signal);
    /** What is used a day by the forecast, the usual week and the list, and the hours that are left. */
    const said = async () => {
      const insight = `/api/insights.php?device_id=${id}&action=`;
      const [sensor] = (await get<Forecast>(`${insight}forecast`)).sensors;
      const [usual] = (await get<Usual>(`${insight}usual`)).sensors;
      const [tank] = await get<Tank[]>(`/api/tanks?device_id=${id}`);
      const uses = [sensor?.daily_use, usual?.daily_use, tank?.sensors[0]?.daily_use];
      return { uses: uses.map((use) => Math.round(use ?? 0)), left: sensor?.time_to_empty?.middle };
    };
    const near = ({ uses, left }: Awaited<ReturnType<typeof said>>, use: number) => {
      assert.ok(
        uses.every((each) => Math.abs(each - use) <= 0.05 * use),
        `${uses} for ${use}`,
      );
      assert.ok(Math.abs((left ?? 0) - 100) < 8, `${left} hours`);
    };
    await save(1000);
    // Two weeks in which 0.2 percent an hour are used.
    const count = 14 * 24 * 4;
    const kept = Array.from({ length: count + 1 }, (_, at) => ({
      at: server.clock.now - (count - at) * 15 * minuteMs,
      water_level_percent: Math.round(100 * (20 + (count - at) * 0.05)) / 100,
    }));
    await pushKept(server, mac_or_serial, kept);
    await learn();
    near(await said(), 48);
    await save(2500);
    server.clock.advance(15 * minuteMs);
    await pushKept(server, mac_or_serial, [{ at: server.clock.now, water_level_percent: 19.95 }]);
    near(await said(), 120);
    server.clock.advance(24 * hourMs);
    await pushKept(server, mac_or_serial, [{ at: server.clock.now, water_level_percent: 19.9 }]);
    await learn();
    near(await said(), 120);
  });
});
