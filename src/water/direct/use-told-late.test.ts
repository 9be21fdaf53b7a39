import assert from 'node:assert/strict';
import { before, it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';

type Kept = { water_level_percent: number; recorded_at: string };
type Alert = { kind: string; raised_at: string };

describeOnBothEngines('use that a board tells late', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });
  let token: string;
  before(async () => {
    ({ token } = await registerUser(server));
  });

  const everyMs = hourMs;
  const perHour = 0.25;

  /** A tank that loses the same each hour, with a board that pushes, or keeps what it measures. */
  const newTank = async () => {
    const { id, mac_or_serial } = await registerDevice(server, token);
    let level = 95;
    let kept: Kept[] = [];
    const measure = (ofHour: number): Kept => {
      server.clock.advance(everyMs);
      level -= (ofHour * everyMs) / hourMs;
      const recorded_at = new Date(server.clock.now).toISOString();
      return { water_level_percent: Number(level.toFixed(2)), recorded_at };
    };
    const send = async (reading: Kept) => {
      const form = { mac_address: mac_or_serial, ...reading };
      const { status, text } = await server.request('POST', '/iot_push.php', { form });
      assert.equal(status, 201, text);
    };
    return {
      online: async (ms: number, ofHour = perHour) => {
        for (let left = ms; left > 0; left -= everyMs) await send(measure(ofHour));
      },
      away: (ms: number, ofHour = perHour) => {
        for (let left = ms; left > 0; left -= everyMs) kept.push(measure(ofHour));
      },
      comeBack: async (how: 'oldest first' | 'newest first' | 'batch') => {
        const readings = how === 'newest first' ? kept.toReversed() : kept;
        kept = [];
        if (how === 'batch') {
          const json = { mac_address: mac_or_serial, readings };
          const { body, text } = await server.request('POST', '/iot_push_batch.php', { json });
          assert.equal((body as { stored: number }).stored, readings.length, text);
          return;
        }
        for (const reading of readings) {
          server.clock.advance(1000);
          await send(reading);
        }
      },
      heavy: async () => {
        const path = `/api/alerts.php?action=list&device_id=${id}`;
        const alerts = (await server.request('GET', path, { token })).body as Alert[];
        return alerts.filter(({ kind }) => kind === 'heavy_use');
      },
    };
  };

  for (const how of ['oldest first', 'newest first', 'batch'] as const) {
    it(`is no burst after two days away, however little was known before (${how})`, async () => {
      for (const knownDays of [1, 4]) {
        const tank = await newTank();
        await tank.online(knownDays * dayMs);
        tank.away(2 * dayMs, 1.2 * perHour);
        await tank.comeBack(how);
        await tank.online(hourMs);
        assert.deepEqual(await tank.heavy(), [], `${knownDays} days`);
      }
    });

    it(`is told where it goes on, and not where it was over a day ago (${how})`, async () => {
      const tank = await newTank();
      await tank.online(4 * dayMs);
      tank.away(2 * hourMs, 10);
      tank.away(1.5 * dayMs);
      await tank.comeBack(how);
      await tank.online(hourMs);
      assert.deepEqual(await tank.heavy(), []);
      tank.away(3 * hourMs);
      tank.away(hourMs, 8);
      await tank.comeBack(how);
      await tank.online(2 * hourMs, 8);
      assert.equal((await tank.heavy()).length, 1);
    });
  }

  it('is told at once where a burst falls into some hours away', async () => {
    const tank = await newTank();
    await tank.online(4 * dayMs);
    tank.away(2 * hourMs);
    tank.away(2 * hourMs, 10);
    await tank.comeBack('batch');
    assert.equal((await tank.heavy()).length, 1);
  });
});
