import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import {
  assertFigures,
  dailyByHand,
  dateOf,
  round,
  usageByHand,
} from '../../../test/helpers/water/levels-by-hand.ts';
import { type SeedReading, seedReadings } from '../../../test/helpers/water/readings.ts';
import { epoch, world, zones } from '../../../test/helpers/water/report-worlds.ts';
import { howMany } from '../../../test/helpers/whole-suite.ts';
import type { Database } from '../../db/database.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { reportDaily, reportUsage } from './level-reports.ts';

describeOnBothEngines('reports on levels, against counting by hand', (engine) => {
  let db: Database;
  let close: () => Promise<void>;
  let devices = 0;
  before(async () => {
    ({ db, close } = await openTestDatabase(engine));
  });
  after(() => close());

  /** Registers a device with these sensors, and reports on a span of its time. */
  const seedDevice = async (sensors: readonly SeedReading[][]) => {
    const deviceId = ++devices;
    for (const [index, readings] of sensors.entries()) {
      await seedReadings(db, { deviceId, sensorName: `s${index}`, readings });
    }
    return (start: number, end: number, timezone: string, sensorName?: string) => ({
      device: {
        id: deviceId,
        owner_id: 1,
        mac_or_serial: '',
        identity: '',
        name: null,
        key_salt: 'salt',
        key_required: 0 as const,
        only_signed: 0 as const,
        key_no: 0,
        former_salt: null,
        former_until: null,
        refusals: 0,
        refused_at: null,
        refused_for: null,
        readings_refused: 0,
        readings_refused_since: null,
        readings_refused_at: null,
        readings_refused_for: null,
        placed_latitude: null,
        placed_longitude: null,
        placed_at: null,
        created_at: 0,
      },
      range: { period: null, start, end, shownEnd: end },
      timezone,
      sensorName,
      now: end,
      frame: {
        device_id: String(deviceId),
        period: null,
        start_date: '',
        end_date: '',
        timezone,
      },
      signal: new AbortController().signal,
    });
  };
  const runs = { numRuns: engine === 'sqlite' ? howMany(15, 60) : howMany(8, 25) };

  it('daily', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ series, zone, start, end }) => {
        const reportOn = await seedDevice(series);
        const { days } = await reportDaily({ db }, reportOn(start, end, zone));
        assert.deepEqual(days, dailyByHand(series, { start, end, zone }));
      }),
      runs,
    );
  });

  it('usage', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ series, zone, start, end }) => {
        const reportOn = await seedDevice(series);
        const { unit, days, ...rest } = await reportUsage({ db }, reportOn(start, end, zone));
        const expected = usageByHand(series, { start, end, zone });
        assertFigures(days, expected);
        assert.equal(unit, expected.length > 0 ? 'litre' : 'percent');
        const total = expected.reduce((sum, row) => sum + row.total_volume_change, 0);
        // Each row is rounded for itself.
        assert.ok(Math.abs(rest.total_volume_change - total) < 0.011 * (expected.length + 1));
      }),
      runs,
    );
  });

  it('usage of a range is the sum of its parts, wherever it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(world, async ({ series, zone, start, cut, end }) => {
        const reportOn = await seedDevice(series);
        const sums = async (from: number, to: number) => {
          const report = await reportUsage({ db }, reportOn(from, to, zone));
          const of = (name: 'consumed' | 'refilled' | 'net_change') =>
            report.days.reduce((sum, row) => sum + row[name], 0);
          return [of('consumed'), of('refilled'), of('net_change')];
        };
        const [first, second] = [await sums(start, cut), await sums(cut, end)];
        const parts = first.map((value, index) => value + (second[index] ?? 0));
        const whole = await sums(start, end);
        // Whole and parts are rounded to a hundredth each: 55.525 is 55.53 in one and 55.52 in two.
        for (const [index, part] of parts.entries()) {
          const apart = Math.abs((whole[index] ?? Number.NaN) - part);
          assert.ok(apart < 0.0151, `${whole} and ${parts}`);
        }
      }),
      runs,
    );
  });

  it('a day alone is the day within a longer report', async () => {
    const readings = Array.from({ length: 1200 }, (_, index) => ({
      at: epoch + index * 7 * minuteMs,
      level: 50 + 40 * Math.sin(index / 9),
    }));
    const reportOn = await seedDevice([readings]);
    for (const zone of zones) {
      const whole = reportOn(epoch + dayMs, epoch + 5 * dayMs, zone);
      const { days } = await reportUsage({ db }, whole);
      assert.ok(days.length >= 5);
      for (const day of days) {
        const inside = readings.filter(({ at }) => dateOf(at, zone) === day.date);
        const own = inside.filter(({ at }) => at >= whole.range.start && at < whole.range.end);
        const [start, end] = [own[0]?.at ?? 0, (own.at(-1)?.at ?? 0) + 1];
        const alone = await reportUsage({ db }, reportOn(start, end, zone));
        assert.deepEqual(alone.days, [day]);
      }
    }
  });

  it('reads long ranges in pages', async () => {
    // One reading in each of 5,000 hours, so more than one page of rollups.
    const readings = Array.from({ length: 5000 }, (_, index) => ({
      at: epoch - (5000 - index) * hourMs + 1,
      level: (index * 3) % 101,
    }));
    const reportOn = await seedDevice([readings]);
    const range = { start: epoch - 5000 * hourMs, end: epoch, zone: 'Asia/Kathmandu' };
    const report = reportOn(range.start, range.end, range.zone);
    const { days } = await reportDaily({ db }, report);
    assert.deepEqual(days, dailyByHand([readings], range));
    const usage = await reportUsage({ db }, report);
    const inPercent = [readings.map(({ at, level }) => ({ at, level, volume: level }))];
    assert.equal(usage.unit, 'percent');
    assertFigures(usage.days, usageByHand(inPercent, range));
  });

  it('counts an hour to the day it begins in where its readings are gone', async () => {
    // Kathmandu's midnight is at 18:15 UTC.
    const midnight = Date.parse('2026-10-10T18:15:00Z');
    const at = [-10, -5, 5, 10].map((minutes) => midnight + minutes * minuteMs);
    const steady = Array.from({ length: 60 }, (_, index) => ({
      at: midnight - (80 - index) * 5 * minuteMs,
      level: 50,
    }));
    const readings = [...steady, ...at.map((at, index) => ({ at, level: 48 - index }))];
    const reportOn = await seedDevice([readings]);
    const report = reportOn(midnight - dayMs, midnight + dayMs, 'Asia/Kathmandu');
    const countsOf = async () =>
      (await reportDaily({ db }, report)).days.map(({ date, count }) => [date, count]);
    const consumedOf = async () =>
      (await reportUsage({ db }, report)).days.map(({ consumed }) => consumed);
    assert.deepEqual(await countsOf(), [
      ['2026-10-10', 62],
      ['2026-10-11', 2],
    ]);
    const [before = 0, after = 0] = await consumedOf();
    assert.ok(before > 1 && after > 1, `${before} and ${after}`);
    await db.write.deleteFrom('readings').where('device_id', '=', report.device.id).execute();
    assert.deepEqual(await countsOf(), [['2026-10-10', 64]]);
    assert.deepEqual(await consumedOf(), [round(before + after)]);
    const later = reportOn(midnight, midnight + dayMs, 'Asia/Kathmandu');
    assert.deepEqual((await reportDaily({ db }, later)).days, []);
  });

  it('tells litres as soon as a sensor knows them, and percent where none does', async () => {
    const at = (hours: number) => epoch + hours * hourMs;
    const unknown = [
      { at: at(1), level: 50 },
      { at: at(2), level: 40 },
    ];
    // The capacity was entered on the second day, and unknown for a while that evening.
    const late = [
      { at: at(1), level: 50 },
      { at: at(25), level: 40, volume: 400 },
      { at: at(26), level: 70, volume: 700 },
      { at: at(47), level: 65 },
      { at: at(50), level: 60, volume: 600 },
    ];
    const reportOn = await seedDevice([unknown, late]);
    const of = (sensorName?: string) =>
      reportUsage({ db }, reportOn(epoch, at(72), 'UTC', sensorName));
    const both = await of();
    assert.equal(both.unit, 'litre');
    assert.deepEqual(
      both.days.map(({ date, sensor_name, total_volume_change }) => [
        date,
        sensor_name,
        total_volume_change,
      ]),
      [
        ['2026-10-03', 's1', 300],
        ['2026-10-04', 's1', -100],
      ],
    );
    assert.equal(both.total_volume_change, 200);
    assert.deepEqual(
      both.days_in_percent.map((day) => [day.date, day.sensor_name, day.consumed]),
      [['2026-10-02', 's0', 10]],
    );
    const alone = await of('s0');
    assert.equal(alone.unit, 'percent');
    assert.equal(alone.total_volume_change, -10);
    assert.deepEqual(both.days_in_percent, alone.days);
    assert.deepEqual(alone.days_in_percent, []);
    assert.deepEqual((await of('nobody')).days, []);
  });
});
