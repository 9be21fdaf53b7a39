import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import fc from 'fast-check';
import { openTestDatabase } from '../../../test/helpers/database/test-database.ts';
import { describeOnBothEngines } from '../../../test/helpers/server/test-server.ts';
import { type SeedReading, seedReadings } from '../../../test/helpers/water/readings.ts';
import type { Database } from '../../db/database.ts';
import { startOfDay } from '../../kit/time/time-zone.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { followReading, startTracker } from '../ledger/tracker.ts';
import { packTracker, unpackTracker } from '../ledger/tracker-text.ts';
import { reportDaily, reportUsage } from './level-reports.ts';

/**
 * Time zones in which days begin within hours, clocks change by an hour or by half of one, and the usual one.
 */
const zones = ['Africa/Nairobi', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'America/New_York'];
/** Instants around a change of the clocks in both of the latter. */
const epoch = Date.parse('2026-10-02T00:00:00Z');

/** Levels in halves, which add up without an error in any order. */
const level = fc.integer({ min: 0, max: 200 }).map((halves) => halves / 2);
/** Tanks, each with a rhythm of its own; most are so dense that days begin within hours. */
const rhythm = fc.oneof(
  { weight: 4, arbitrary: fc.constant({ min: 1, max: 20 * minuteMs }) },
  { weight: 1, arbitrary: fc.constant({ min: 1, max: 30 * hourMs }) },
  { weight: 1, arbitrary: fc.constant({ min: hourMs, max: 4 * hourMs }) },
);
const series = rhythm
  .chain(({ min, max }) =>
    fc.array(fc.record({ step: fc.integer({ min, max }), level }), {
      minLength: 1,
      maxLength: 250,
      size: 'max',
    }),
  )
  .map((list) => {
    let at = epoch;
    return list.map(({ step, level }): SeedReading => {
      at += step;
      return { at, level, volume: level * 20 };
    });
  });
/** Limits of ranges, as shares of the time between the first reading and the last. */
const part = fc.double({ min: -0.1, max: 1.1, noNaN: true });
const world = fc
  .record({
    series: fc.array(series, { minLength: 1, maxLength: 3 }),
    zone: fc.constantFrom(...zones),
    parts: fc.tuple(part, part, part),
  })
  .map(({ series, zone, parts }) => {
    const length = Math.max(...series.map((readings) => (readings.at(-1)?.at ?? 0) - epoch));
    const edges = parts.sort((a, b) => a - b).map((part) => epoch + Math.round(part * length));
    const [start = 0, cut = 0, end = 0] = edges;
    return { series, zone, start, cut, end };
  });

const formats = new Map(
  zones.map((timeZone) => [timeZone, new Intl.DateTimeFormat('en-CA', { timeZone })]),
);
const dateOf = (at: number, zone: string) => formats.get(zone)?.format(at) ?? '';
const round = (value: number) => Math.round(value * 100) / 100;

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
        refusals: 0,
        refused_at: null,
        refused_for: null,
        ...{ readings_refused: 0, readings_refused_since: null },
        ...{ readings_refused_at: null, readings_refused_for: null },
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
  const runs = { numRuns: engine === 'sqlite' ? 60 : 25 };

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
    const alone = await of('s0');
    assert.equal(alone.unit, 'percent');
    assert.equal(alone.total_volume_change, -10);
    assert.deepEqual((await of('nobody')).days, []);
  });
});

type Range = { start: number; end: number; zone: string };

/** Groups the readings of a range by day and sensor, in the order of a report. */
function byDay(sensors: readonly SeedReading[][], { start, end, zone }: Range) {
  return sensors
    .flatMap((readings, index) => {
      const inside = readings.filter(({ at }) => at >= start && at < end);
      const days = Map.groupBy(inside, ({ at }) => dateOf(at, zone));
      return Array.from(days, ([date, own]) => ({ date, sensor_name: `s${index}`, readings, own }));
    })
    .sort((a, b) => a.date.localeCompare(b.date));
}

function dailyByHand(sensors: readonly SeedReading[][], range: Range) {
  return byDay(sensors, range).map(({ date, sensor_name, own }) => {
    const levels = own.map(({ level }) => level);
    return {
      date,
      average: round(levels.reduce((sum, level) => sum + level, 0) / levels.length),
      minimum: Math.min(...levels),
      maximum: Math.max(...levels),
      count: levels.length,
      sensor_name,
    };
  });
}

type UsageDay = Awaited<ReturnType<typeof reportUsage>>['days'][number];
type Figures = ReturnType<typeof usageByHand>[number];

/** Compares figures to a hundredth more or less, which depends on the order of a sum. */
function assertFigures(days: readonly UsageDay[], expected: readonly Figures[]): void {
  const nameOf = ({ date, sensor_name }: Figures) => `${date} ${sensor_name}`;
  assert.deepEqual(days.map(nameOf), expected.map(nameOf));
  days.forEach((day, index) => {
    const figures = expected[index] as Figures;
    for (const name of ['consumed', 'refilled', 'net_change', 'total_volume_change'] as const) {
      const message = `${nameOf(day)}: ${name} is ${day[name]}, not ${figures[name]}`;
      assert.ok(Math.abs(day[name] - figures[name]) < 0.021, message);
    }
  });
}

function measured({ at, level, volume = null }: SeedReading) {
  return { recorded_at: at, level, volume };
}

type Entry = { consumed: number; refilled: number; isOfGap: boolean };

/** Litres until each reading of a sensor, with what a silence used moved to the day that it began in. */
function usageByHand(sensors: readonly SeedReading[][], range: Range) {
  const moved = sensors.map((readings) => moveSilentUse(readings, range.zone));
  return byDay(sensors, range).map(({ date, sensor_name, readings, own }) => {
    const { entries, moves } = moved[Number(sensor_name.slice(1))] as (typeof moved)[number];
    const sums = { consumed: 0, refilled: 0 };
    for (const reading of own) {
      sums.consumed += entries.get(reading)?.consumed ?? 0;
      sums.refilled += entries.get(reading)?.refilled ?? 0;
    }
    const before = readings[readings.indexOf(own[0] as SeedReading) - 1] ?? own[0];
    let [first, last] = [before?.volume ?? 0, own.at(-1)?.volume ?? 0];
    for (const { heard, ended, litres } of moves) {
      const [isFrom, isTo] = [own.includes(heard), own.includes(ended)];
      if (isFrom === isTo) continue;
      sums.consumed += isFrom ? litres : -litres;
      if (isFrom) last -= litres;
      else first -= litres;
    }
    return {
      date,
      consumed: round(sums.consumed),
      refilled: round(sums.refilled),
      net_change: round(sums.refilled - sums.consumed),
      total_volume_change: round(last - first),
      sensor_name,
    };
  });
}

/**
 * Finds what silences of more than an hour used that is of the day that they began in: all use of an hour
 * that has one reading, and that of its gaps where it has more.
 */
function moveSilentUse(readings: readonly SeedReading[], zone: string) {
  const entries = new Map(followAll(readings));
  const moves: { heard: SeedReading; ended: SeedReading; litres: number }[] = [];
  const hours = [...Map.groupBy(readings, ({ at }) => Math.floor(at / hourMs)).values()];
  hours.forEach((own, index) => {
    const [heard, first] = [hours[index - 1]?.at(-1), own[0]];
    if (!heard || !first || first.at - heard.at <= hourMs) return;
    const share = shareByMinutes(heard.at, first.at, zone);
    for (const ended of own) {
      const { consumed, isOfGap } = entries.get(ended) as Entry;
      const used = own.length === 1 || isOfGap ? consumed : 0;
      if (used > 0) moves.push({ heard, ended, litres: share * used });
    }
  });
  return { entries, moves };
}

/** Share of the first day of a silence, minute by minute. */
function shareByMinutes(from: number, until: number, zone: string): number {
  const first = dateOf(from, zone);
  if (dateOf(until - 1, zone) === first) return 0;
  const midnights = new Map<string, number>();
  let [own, all] = [0, 0];
  for (let at = from; at < until; ) {
    const next = Math.min(until, (Math.floor(at / minuteMs) + 1) * minuteMs);
    const date = dateOf(at, zone);
    const midnight = midnights.get(date) ?? startOfDay(date, zone);
    midnights.set(date, midnight);
    // Hours since midnight; on days on which clocks are changed they are not those of the clock.
    const hour = Math.floor((at - midnight) / hourMs);
    const weight = (next - at) * (hour < 5 ? 0.2 : hour < 6 ? 0.6 : hour < 22 ? 1 : 0.5);
    all += weight;
    if (date === first) own += weight;
    at = next;
  }
  return own / all;
}

/** Returns the flow until each reading of a sensor, from the one before; the first has none. */
function followAll([first, ...others]: readonly SeedReading[]): [SeedReading, Entry][] {
  if (!first) return [];
  let tracker = startTracker(measured(first));
  return others.map((reading) => {
    // As a row keeps it from one hour to the next.
    tracker = unpackTracker(packTracker(tracker));
    const { flow, isOfGap } = followReading(tracker, measured(reading));
    return [reading, { consumed: flow.consumedVolume, refilled: flow.refilledVolume, isOfGap }];
  });
}
