import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../../test/helpers/accounts/accounts.ts';
import {
  describeOnBothEngines,
  useTestServer,
} from '../../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../../test/helpers/water/devices.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';

/** Midnight of 15 November in Nairobi. */
const midMonth = Date.parse('2026-11-14T21:00:00Z');

type Row = { used: number; refilled: number; change: number; unexplained: number };
type Month = { rows: (Row & { remarks: string[] })[] };
type Day = { consumed: number; refilled: number; total_volume_change: number };
type Usage = { days: Day[]; total_volume_change: number; remarks: string[] };

/** Every how many minutes a board reports, and when the owner corrects 1,000 litres to another capacity. */
const corrections = [
  ['a larger capacity, between two hours', 60, midMonth, 2000],
  ['a smaller capacity, between two hours', 60, midMonth, 400],
  ['a larger capacity, within an hour', 10, midMonth + 25 * minuteMs, 2000],
  ['a smaller capacity, within an hour', 10, midMonth + 25 * minuteMs, 400],
  ['a larger capacity, of a board that reports twice a day', 720, midMonth, 2000],
] as const;

describeOnBothEngines('a capacity that is corrected in mid-month', (engine) => {
  const server = useTestServer({ engine, env: { PUSH_BURST_PER_DEVICE: '5000' } });

  const openTank = async () => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    const call = async (method: 'GET' | 'POST', url: string, json?: object) => {
      const { status, body, text } = await server.request(method, url, { token, json });
      assert.ok(status < 300, text);
      return body;
    };
    return {
      setCapacity: (capacity: number) =>
        call('POST', '/api/sensor_configs.php?action=save', {
          device_id: device.id,
          sensor_name: 'main',
          capacity,
        }),
      push: async (at: number, level: number, volume?: number) => {
        server.clock.now = at;
        const json = { mac_address: device.mac_or_serial, water_level_percent: level, volume };
        const { status, text } = await server.request('POST', '/iot_push.php', { json });
        assert.equal(status, 201, text);
      },
      month: async () => {
        const all = (await call('GET', '/api/reports.php?action=monthly&month=2026-11')) as Month;
        assert.ok(all.rows[0]);
        return all.rows[0];
      },
      usage: async () => {
        const range = `device_id=${device.id}&start_date=2026-11-01&end_date=2026-11-30`;
        return (await call('GET', `/api/reports.php?action=usage&${range}`)) as Usage;
      },
    };
  };

  it('is none where a board rounds its percent and not its litres', async () => {
    const { push, month, usage } = await openTank();
    const begin = midMonth - 2 * dayMs;
    const litresAt = (at: number) => 300 - ((at - begin) / hourMs) * 6;
    const end = begin + 40 * hourMs;
    for (let at = begin; at <= end; at += 20 * minuteMs) {
      await push(at, Math.round(litresAt(at) / 10), litresAt(at));
    }
    server.clock.now = midMonth + 2 * dayMs;
    const row = await month();
    assert.ok(Math.abs(row.change + 240) < 1, `changed by ${row.change}`);
    const { remarks } = await usage();
    assert.doesNotMatch([...row.remarks, ...remarks].join(), /corrected/);
  });

  for (const [what, minutes, at, capacity] of corrections) {
    it(`is no water that came or went: ${what}`, async () => {
      const { setCapacity, push, month, usage } = await openTank();
      await setCapacity(1000);
      const begin = midMonth - 2 * dayMs;
      const levelAt = (now: number) => 90 - Math.round(((now - begin) / hourMs) * 50) / 100;
      let next = begin;
      for (; next < at; next += minutes * minuteMs) await push(next, levelAt(next));
      server.clock.now = at;
      await setCapacity(capacity);
      for (; next < midMonth + 2 * dayMs; next += minutes * minuteMs) {
        await push(next, levelAt(next));
      }
      // Half a percent an hour, of 1,000 litres for two days and of the other capacity for two; what is booked lags.
      const gone = 24 * 10 + 24 * (capacity / 100);
      const row = await month();
      assert.ok(Math.abs(row.used - gone) < 0.12 * gone, `${row.used} of ${gone} litres used`);
      assert.ok(Math.abs(row.change + gone) < 0.12 * gone, `changed by ${row.change}`);
      assert.ok(Math.abs(row.unexplained) < 0.04 * capacity, `${row.unexplained} unexplained`);
      const { days, total_volume_change, remarks } = await usage();
      const sum = days.reduce((all, day) => all + day.total_volume_change, 0);
      assert.ok(Math.abs(sum - row.change) < 0.05 && Math.abs(sum - total_volume_change) < 0.05);
      for (const said of [row.remarks, remarks]) {
        assert.match(
          said.join(),
          /capacity or the measures of the tank were corrected: \d+ litres/,
        );
      }
    });
  }

  it('says nothing where the capacity stays', async () => {
    const { setCapacity, push, month } = await openTank();
    await setCapacity(1000);
    for (let hour = 0; hour < 48; hour += 1) {
      await push(midMonth + hour * hourMs, 90 - hour - (hour % 3) * 0.2);
      if (hour === 24) await setCapacity(1000);
    }
    const { remarks, change } = await month();
    assert.doesNotMatch(remarks.join(), /measures of the tank/);
    assert.ok(Math.abs(change + 474) < 1, String(change));
  });
});
