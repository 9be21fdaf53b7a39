import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';

const path = '/api/sensor_configs.php';
/** 2,000 litres, 10 litres a centimetre, under a sensor that looks down from 210 cm. */
const box = { shape: 'box', length_cm: 100, width_cm: 100, height_cm: 200, sensor_height_cm: 210 };

const noon = Date.parse('2026-11-21T09:00:00Z');

/** Each makes another level of the same water, by hundreds of litres. */
const changes = [
  ['an outlet above the bottom', 'save', { tank: { ...box, unusable_bottom_cm: 20 } }],
  ['a sensor that stands higher', 'save', { tank: { ...box, sensor_height_cm: 235 } }],
  ['a sensor that stands lower', 'save', { tank: { ...box, sensor_height_cm: 185 } }],
  ['a wider tank', 'save', { tank: { ...box, height_cm: 150, sensor_height_cm: 210 } }],
  ['a calibration', 'calibrate', { amount: 70, unit: 'percent' }],
] as const;

describeOnBothEngines('a tank that is measured anew', (engine) => {
  const server = useTestServer({ engine, env: { TOKEN_HOURS: '8760' } });

  const openTank = async (everyMs = 5 * minuteMs) => {
    const { token } = await registerUser(server);
    const device = await registerDevice(server, token);
    server.clock.advance(Math.max(0, noon - server.clock.now));
    const call = async (method: 'GET' | 'POST', url: string, json?: object) => {
      const { status, body, text } = await server.request(method, url, { token, json });
      assert.ok(status < 300, text);
      return body;
    };
    const of = { device_id: device.id, sensor_name: 'main' };
    const begin = new Date(server.clock.now).toISOString().slice(0, 10);
    return {
      change: (action: string, fields: object) =>
        call('POST', `${path}?action=${action}`, { ...of, ...fields }),
      /** Says a distance at its time, with the noise of an echo; `recorded_at` for what was kept. */
      push: async (distance: number, recordedAt?: number) => {
        if (recordedAt === undefined) server.clock.advance(everyMs);
        const noise = [0, 0.3, -0.2, 0.1, -0.3][Math.floor(server.clock.now / minuteMs) % 5] ?? 0;
        const json = {
          mac_address: device.mac_or_serial,
          distance_cm: Math.round((distance + noise) * 10) / 10,
          ...(recordedAt !== undefined && { recorded_at: new Date(recordedAt).toISOString() }),
        };
        const { status, text } = await server.request('POST', '/iot_push.php', { json });
        assert.equal(status, 201, text);
      },
      used: async () => {
        const range = `device_id=${device.id}&start_date=${begin}`;
        const report = (await call('GET', `/api/reports.php?action=usage&${range}`)) as {
          days: { consumed: number; refilled: number; total_volume_change: number }[];
        };
        const sum = (of: 'consumed' | 'refilled' | 'total_volume_change') =>
          report.days.reduce((total, day) => total + day[of], 0);
        return {
          consumed: sum('consumed'),
          refilled: sum('refilled'),
          change: sum('total_volume_change'),
        };
      },
      alerts: async () => {
        const found = await call('GET', `/api/alerts.php?action=list&device_id=${device.id}`);
        return (found as { kind: string }[]).map(({ kind }) => kind);
      },
      corrections: async () => {
        const url = `/api/insights.php?action=corrections&device_id=${device.id}`;
        const { corrections } = (await call('GET', url)) as { corrections: { kind: string }[] };
        return corrections.map(({ kind }) => kind);
      },
    };
  };

  for (const [what, action, fields] of changes) {
    it(`is neither use nor a refill: ${what}`, async () => {
      const { change, push, used, alerts, corrections } = await openTank();
      await change('save', { tank: box });
      for (let count = 0; count < 24; count += 1) await push(110);
      const kept = server.clock.now - 3 * minuteMs;
      await change(action, fields);
      assert.deepEqual(await corrections(), ['tank_changed']);
      for (let count = 0; count < 24; count += 1) await push(110);
      const still = await used();
      assert.ok(still.consumed < 20 && still.refilled < 20, JSON.stringify(still));
      assert.ok(Math.abs(still.change) < 20, JSON.stringify(still));
      assert.deepEqual(await alerts(), []);
      // What was kept makes the hours behind it anew.
      await push(110, kept);
      const anew = await used();
      assert.ok(anew.consumed < 20 && anew.refilled < 20, JSON.stringify(anew));
      for (let count = 0; count < 24; count += 1) await push(110 + count);
      const { consumed } = await used();
      assert.ok(consumed > 150, `${consumed} litres of some 230 used`);
    });
  }

  for (const hours of [1, 6, 24]) {
    it(`is neither use nor a refill of a board that reports each ${hours} hours`, async () => {
      for (const [what, action, fields] of changes) {
        const { change, push, used } = await openTank(hours * hourMs);
        await change('save', { tank: box });
        for (let count = 0; count < 12; count += 1) await push(110);
        server.clock.advance(hourMs / 2);
        await change(action, fields);
        for (let count = 0; count < 12; count += 1) await push(110);
        const still = await used();
        for (const litres of Object.values(still)) {
          assert.ok(Math.abs(litres) < 20, `${what}: ${JSON.stringify(still)}`);
        }
      }
    });
  }

  for (const [title, before, zeros] of [
    ['one reading', 24, 1],
    ['one reading, of a new sensor', 3, 1],
    ['one reading, the last of its hour', 22, 1],
    ['half an hour', 24, 6],
    ['some hours', 20, 30],
  ] as const) {
    it(`is not empty by an echo that is lost behind it for ${title}`, async () => {
      const { change, push, used, alerts } = await openTank();
      server.clock.advance(hourMs - (server.clock.now % hourMs));
      await change('save', { tank: box });
      for (let count = 0; count < before; count += 1) await push(110);
      await change('save', { tank: { ...box, sensor_height_cm: 235 } });
      for (let count = 0; count < zeros; count += 1) await push(240);
      assert.deepEqual(await alerts(), []);
      const kept = server.clock.now + 2 * minuteMs;
      for (let count = 0; count < 12; count += 1) await push(110);
      const still = await used();
      assert.ok(still.consumed < 20 && still.refilled < 20, JSON.stringify(still));
      assert.ok(Math.abs(still.change) < 20, JSON.stringify(still));
      assert.deepEqual(await alerts(), []);
      // What was kept makes the hours behind it anew.
      await push(110, kept);
      assert.deepEqual(await used(), still);
    });
  }

  it('is empty where nothing else comes behind it for a day', async () => {
    const { change, push, alerts } = await openTank();
    await change('save', { tank: box });
    for (let count = 0; count < 24; count += 1) await push(110);
    await change('save', { tank: { ...box, sensor_height_cm: 235 } });
    for (let count = 0; count < 12 * 25; count += 1) await push(240);
    assert.deepEqual(await alerts(), ['jump', 'low']);
  });

  it('changes nothing of a sensor that says percent, nor where the same is saved again', async () => {
    const { change, push, corrections } = await openTank();
    await change('save', { tank: box });
    await push(110);
    await change('save', { tank: box, low_threshold: 15 });
    await change('save', { capacity: 2000 });
    assert.deepEqual(await corrections(), []);
  });
});
