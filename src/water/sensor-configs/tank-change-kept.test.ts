import assert from 'node:assert/strict';
import { it } from 'node:test';
import { registerUser } from '../../../test/helpers/accounts/accounts.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { registerDevice } from '../../../test/helpers/water/devices.ts';
import { useImportDesk } from '../../../test/helpers/water/import-desk.ts';
import { pushKept } from '../../../test/helpers/water/push-kept.ts';
import { hourMs } from '../../kit/time/units.ts';
import { recomputeLedger } from '../record/rollups/recompute-ledger.ts';

/** 2,000 litres, 10 litres a centimetre, under a sensor that looks down from 210 cm. */
const box = { shape: 'box', length_cm: 100, width_cm: 100, height_cm: 200, sensor_height_cm: 210 };
const higher = { ...box, sensor_height_cm: 235 };

/** Six in the morning where the people are. */
const begin = Date.parse('2026-11-20T03:00:00Z');

describeOnBothEngines('a tank that is measured anew between readings that were kept', (engine) => {
  const desk = useImportDesk(engine);
  const { server } = desk;

  const openTank = async () => {
    const person = await registerUser(server);
    const { token } = person;
    const device = await registerDevice(server, token);
    server.clock.advance(Math.max(0, begin - server.clock.now));
    const start = server.clock.now;
    const call = async (method: 'GET' | 'POST', url: string, json?: object) => {
      const { status, body, text } = await server.request(method, url, { token, json });
      assert.ok(status < 300, text);
      return body;
    };
    const of = { device_id: device.id, sensor_name: 'main' };
    const used = async () => {
      const range = `device_id=${device.id}&start_date=2026-11-20`;
      const report = (await call('GET', `/api/reports.php?action=usage&${range}`)) as {
        days: { consumed: number; refilled: number }[];
      };
      const sum = (of: 'consumed' | 'refilled') =>
        report.days.reduce((total, day) => total + day[of], 0);
      return { consumed: sum('consumed'), refilled: sum('refilled') };
    };
    return {
      person,
      device,
      used,
      save: (fields: object) =>
        call('POST', '/api/sensor_configs.php?action=save', { ...of, ...fields }),
      /** A board measures each hour and sends once a day; a centimetre, ten litres, goes each hour. */
      sendDay: async (day: number, fields: (hour: number) => Record<string, number>) => {
        const kept = Array.from({ length: 24 }, (_, at) => {
          const hour = day * 24 + at;
          return { at: start + (hour + 1) * hourMs, ...fields(hour) };
        });
        server.clock.advance(Math.max(0, start + (day + 1) * 24 * hourMs - server.clock.now));
        await pushKept(server, device.mac_or_serial, kept);
      },
      corrections: async () => {
        const url = `/api/insights.php?action=corrections&device_id=${device.id}`;
        return ((await call('GET', url)) as { corrections: object[] }).corrections;
      },
      /** What was booked, once by what came and once by the ledger made anew. */
      bothUsed: async () => {
        const live = await used();
        const key = { device_id: Number(device.id), sensor_no: 1, name: 'main' };
        const { signal } = new AbortController();
        await recomputeLedger(server.db, key, { signal, advanced: () => {} });
        return { live, anew: await used() };
      },
    };
  };

  const byDistance = (hour: number) => ({ distance_cm: 40 + hour });

  it('books all but the step from the last one by the old tank, made anew as well', async () => {
    const { save, sendDay, bothUsed } = await openTank();
    await save({ tank: box });
    await sendDay(0, byDistance);
    server.clock.advance(12 * hourMs);
    await save({ tank: higher });
    await sendDay(1, byDistance);
    const { live, anew } = await bothUsed();
    assert.deepEqual(anew, live);
    // 46 of 47 steps of ten litres; the filter holds back the last ones.
    assert.ok(live.consumed > 410 && live.consumed < 470, JSON.stringify(live));
    assert.ok(live.refilled < 10, JSON.stringify(live));
  });

  it('goes by the last of several changes, and by the tank that was removed meanwhile', async () => {
    const { save, sendDay, bothUsed } = await openTank();
    await save({ tank: box });
    await sendDay(0, byDistance);
    server.clock.advance(hourMs);
    await save({ tank: { ...box, sensor_height_cm: 185 } });
    await save({ tank: null });
    await save({ tank: higher });
    await sendDay(1, byDistance);
    const { live, anew } = await bothUsed();
    assert.deepEqual(anew, live);
    assert.ok(live.consumed > 410 && live.consumed < 470, JSON.stringify(live));
  });

  it('books all where the board says its own percent', async () => {
    const { save, sendDay, bothUsed, corrections } = await openTank();
    const own = (hour: number) => ({
      water_level_percent: 80 - hour / 2,
      distance_cm: 40 + hour,
    });
    await save({ tank: box });
    await sendDay(0, own);
    server.clock.advance(12 * hourMs);
    await save({ tank: higher });
    await sendDay(1, own);
    const { live, anew } = await bothUsed();
    assert.deepEqual(anew, live);
    assert.ok(live.consumed > 400 && live.consumed < 480, JSON.stringify(live));
    assert.deepEqual(await corrections(), []);
  });

  it('is the same where a list of devices brings the tank', async () => {
    const { person, device, save, sendDay, bothUsed } = await openTank();
    await save({ tank: box });
    await sendDay(0, byDistance);
    server.clock.advance(12 * hourMs);
    const [row] = await desk.run(
      person,
      `Serial;Shape;Length (cm);Width (cm);Height (cm);Sensor height (cm)\n${device.mac_or_serial};box;100;100;200;235`,
    );
    assert.deepEqual([row?.status, row?.errors], ['known', []]);
    await sendDay(1, byDistance);
    const { live, anew } = await bothUsed();
    assert.deepEqual(anew, live);
    assert.ok(live.consumed > 410 && live.consumed < 470, JSON.stringify(live));
    assert.ok(live.refilled < 10, JSON.stringify(live));
  });
});
