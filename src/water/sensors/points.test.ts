import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { newOwner, type Owner } from '../../../test/helpers/accounts/owners.ts';
import { nextPage, wrongFields } from '../../../test/helpers/http/answers.ts';
import { describeOnBothEngines, useTestServer } from '../../../test/helpers/server/test-server.ts';
import { type SeedReading, seedReadings } from '../../../test/helpers/water/readings.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import type { Reading } from './reading-schema.ts';

describeOnBothEngines('points', (engine) => {
  const server = useTestServer({ engine });

  const history = ({ token, device_id }: Owner, query = '') =>
    server.request(
      'GET',
      `/api/sensors.php?action=history&hours=168&device_id=${device_id}${query}`,
      { token },
    );
  const exported = ({ token, device_id }: Owner, query = '') =>
    server.request('GET', `/api/reports.php?action=export&device_id=${device_id}${query}`, {
      token,
    });
  const readingsOf = async (answer: ReturnType<typeof history>) => {
    const { status, body, text } = await answer;
    assert.equal(status, 200, text);
    return body as Reading[];
  };
  /** A level that wanders, with an ebb and a peak that last for one reading. */
  const wander = (count: number, step: number): SeedReading[] => {
    const start = server.clock.now - count * step;
    return Array.from({ length: count }, (_, index) => {
      const usual = 50 + 30 * Math.sin(index / 500) + (index % 7);
      const level = index === 1234 ? 0.5 : index === 4321 ? 99.5 : usual;
      return { at: start + index * step, level, volume: level * 10, temperature: index };
    });
  };

  it('thin each sensor by itself, to readings that are there, without losing a peak', async () => {
    const owner = await newOwner(server);
    const { deviceId } = owner;
    const series = { a: wander(12_000, 45_000), b: wander(6000, minuteMs), c: wander(40, hourMs) };
    for (const [sensorName, readings] of Object.entries(series)) {
      await seedReadings(server.db, { deviceId, sensorName, readings });
    }
    const all = await readingsOf(exported(owner));
    const known = new Map(all.map((reading) => [reading.id, reading]));
    for (const points of [4, 5, 50, 2000]) {
      const thinned = await readingsOf(history(owner, `&points=${points}`));
      for (const reading of thinned) assert.deepEqual(reading, known.get(reading.id));
      const keys = thinned.map(({ recorded_at, sensor_name }) => `${recorded_at}${sensor_name}`);
      assert.deepEqual(keys, [...new Set(keys)].sort());
      for (const name of Object.keys(series)) {
        const own = thinned.filter(({ sensor_name }) => sensor_name === name);
        const whole = all.filter(({ sensor_name }) => sensor_name === name);
        assert.ok(own.length <= points, `${own.length} of ${points}`);
        assert.ok(own.length >= Math.min(whole.length, points) / 2, `${own.length} of ${points}`);
        assert.deepEqual([own[0], own.at(-1)], [whole[0], whole.at(-1)]);
        for (const extreme of [Math.min, Math.max]) {
          const of = (some: Reading[]) => extreme(...some.map(({ level }) => level));
          assert.equal(of(own), of(whole));
        }
        if (whole.length <= points) assert.deepEqual(own, whole);
      }
    }
    const csv = (await exported(owner, '&points=50&format=csv')).text.split('\r\n').slice(1, -1);
    const json = await readingsOf(exported(owner, '&points=50'));
    assert.deepEqual(
      csv.map((line) => line.split(',')[0]),
      json.map(({ id }) => id),
    );
    assert.equal(nextPage(await history(owner, '&points=5000')), undefined);
  });

  it('keep the extremes of any readings, and all where there are few', async () => {
    const level = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.integer({ min: 0, max: 100 }));
    const arbitrary = fc.array(level, { minLength: 1, maxLength: 80 });
    const most = fc.integer({ min: 2, max: 90 });
    await fc.assert(
      fc.asyncProperty(arbitrary, most, async (levels, points) => {
        const owner = await newOwner(server);
        const start = server.clock.now - levels.length * minuteMs;
        const readings = levels.map((level, index) => ({ at: start + index * minuteMs, level }));
        await seedReadings(server.db, { deviceId: owner.deviceId, readings });
        const kept = await readingsOf(history(owner, `&points=${points}`));
        const whole = await readingsOf(history(owner));
        if (levels.length <= points) assert.deepEqual(kept, whole);
        assert.ok(kept.length <= points);
        const found = kept.map(({ level }) => level);
        assert.deepEqual(
          [Math.min(...found), Math.max(...found)],
          [Math.min(...levels), Math.max(...levels)],
        );
      }),
      { numRuns: howMany(8, 25) },
    );
  });

  it('keep a short run of the pump and the extremes of temperature, wherever pages end', async () => {
    const owner = await newOwner(server);
    const start = server.clock.now - 12_000 * 30_000;
    const runs = [700, 2003, 7002, 11_500];
    const readings = Array.from({ length: 12_000 }, (_, index): SeedReading => {
      const temperature = index === 5555 ? 61 : index === 5557 ? -4 : 20;
      const pump = runs.includes(index) ? 1 : 0;
      return { at: start + index * 30_000, level: 50 + (index % 5), temperature, pump };
    });
    await seedReadings(server.db, { deviceId: owner.deviceId, readings });
    const kept = await readingsOf(history(owner, '&points=2000'));
    assert.ok(kept.length <= 2000);
    const temperatures = kept.map(({ temperature }) => temperature ?? 0);
    assert.deepEqual([Math.min(...temperatures), Math.max(...temperatures)], [-4, 61]);
    const known = new Map(kept.map((each) => [Date.parse(each.recorded_at), each.pump_status]));
    for (const run of runs) {
      const around = [run, run + 1].map((index) => known.get(start + index * 30_000));
      assert.deepEqual(around, ['on', 'off'], `${run}`);
    }
  });

  it('keep to the sensor, the time and the newest reading, also one just pushed', async () => {
    const owner = await newOwner(server);
    const { token, device_id, deviceId } = owner;
    await seedReadings(server.db, {
      deviceId,
      sensorName: 'main',
      readings: wander(300, minuteMs),
    });
    await seedReadings(server.db, { deviceId, sensorName: 'well', readings: wander(9, minuteMs) });
    const json = { device_id, sensor_name: 'main', level: 61 };
    const { body } = await server.request('POST', '/api/sensors.php?action=reading', {
      token,
      json,
    });
    const kept = await readingsOf(history(owner, '&points=10&sensor_name=main'));
    assert.deepEqual(kept.at(-1), body);
    const since = new Date(server.clock.now - hourMs).toISOString();
    const query = `&points=10&sensor_name=main&start_date=${since}`;
    const lastHour = await readingsOf(exported(owner, query));
    assert.equal(lastHour[0]?.recorded_at, since);
    assert.ok(lastHour.length <= 10);
    assert.deepEqual(await readingsOf(history(owner, '&points=2&sensor_name=none')), []);
    assert.equal((await exported(await newOwner(server), '&points=2&format=csv')).status, 200);
  });

  it('are 2 to 5000', async () => {
    const owner = await newOwner(server);
    for (const points of ['1', '5001', '2.5', 'x', '']) {
      for (const ask of [history, exported]) {
        assert.deepEqual(wrongFields(await ask(owner, `&points=${points}`)), ['points']);
      }
    }
  });
});
