import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { seedReadings } from '../../../test/helpers/water/readings.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { toIncident } from '../incidents/incident-rows.ts';
import { findOpenIncidents, resolveIncidents } from '../incidents/open-incidents.ts';
import { raiseLeaks } from '../insights/leaks/watch/raise-leaks.ts';
import type { MonthlyReport } from './schemas.ts';

/** Midnight of 1 November in Nairobi. */
const november = Date.parse('2026-10-31T21:00:00Z');

describeOnBothEngines('what a leak took that grows', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });

  /** A tank that loses water by day and night, of 100,000 litres, and what is found of it on a day of November. */
  const openTank = async () => {
    const { token } = await registerUser(server);
    const deviceId = Number((await registerDevice(server, token)).id);
    const readings = Array.from({ length: 27 * 24 }, (_, hour) => {
      const level = 95 - hour * 0.12;
      return { at: november + hour * hourMs, level, volume: level * 1000 };
    });
    await seedReadings(server.db, { deviceId, readings });
    server.clock.now = november + 27 * dayMs;
    return {
      find: async (day: number, litres: number) => {
        const now = november + day * dayMs;
        const since = november + 2 * dayMs;
        const facts = { percent_per_day: litres / 1000, litres_per_day: litres, since };
        const leak = { kind: 'leak' as const, facts: { ...facts, nights: 3, confidence: 0.9 } };
        const of = { deviceId, sensorName: 'main', severity: 'warning' as const, now };
        await server.db.transaction((trx) => raiseLeaks(trx, [toIncident(leak, of)], now));
      },
      end: async (day: number) => {
        const open = await findOpenIncidents(server.db.read, 'leak', [deviceId]);
        const now = november + day * dayMs;
        await server.db.transaction((trx) => resolveIncidents(trx, open, now));
      },
      lost: async () => {
        const path = '/api/reports.php?action=monthly&month=2026-11';
        const { body } = await server.request('GET', path, { token });
        return (body as MonthlyReport).rows[0]?.lost;
      },
    };
  };

  it('counts by the rate of each time, and not by the last one for the whole', async () => {
    const { find, end, lost } = await openTank();
    for (const day of [5, 6, 7, 8, 9]) await find(day, 48);
    for (const day of [10, 11, 12]) await find(day, 480);
    await end(13);
    // From the 3rd to the morning of the 9th 48 litres a day, and four days of 480.
    assert.equal(await lost(), 7 * 48 + 4 * 480);
  });

  it('counts less behind it where it shrinks, and what changes little each morning as what it was in between', async () => {
    const { find, end, lost } = await openTank();
    let sum = 3 * 500;
    let rate = 500;
    await find(5, rate);
    for (let day = 6; day <= 15; day += 1) {
      rate = Math.round(rate * 0.92);
      await find(day, rate);
      sum += rate;
    }
    await end(15);
    const taken = (await lost()) ?? 0;
    assert.ok(Math.abs(taken - sum) < 0.12 * sum, `${taken} of ${sum}`);
  });

  it('goes on by its rates where it comes back within a week', async () => {
    const { find, end, lost } = await openTank();
    await find(5, 48);
    await end(6);
    await find(8, 480);
    await end(9);
    assert.equal(await lost(), 5 * 48 + 2 * 480);
  });
});
