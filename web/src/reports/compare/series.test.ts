import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { daysOf, levelSeries, usageSeries } from './series.ts';

const roof = { id: '12', name: 'Roof' };
const common = { count: 10, minimum: 5, maximum: 95 };

describe('the lines of a report of several devices', () => {
  it('are one for each sensor, named by it where there are several', () => {
    const days = ['main', 'spare'].map((sensor_name) => ({
      date: '2026-11-21',
      sensor_name,
      average: 50,
      ...common,
    }));
    const both = levelSeries(roof, days);
    assert.deepEqual(
      both.map(({ key, name }) => [key, name]),
      [
        ['12 main', 'Roof · main'],
        ['12 spare', 'Roof · spare'],
      ],
    );
    assert.equal(levelSeries(roof, days.slice(0, 1))[0]?.name, 'Roof');
    assert.deepEqual(levelSeries(roof, []), []);
  });

  it('have a mean that lies between their lowest and highest day', () => {
    const day = fc.record({
      average: fc.double({ min: 0, max: 100, noNaN: true }),
      count: fc.integer({ min: 1, max: 5_000 }),
    });
    fc.assert(
      fc.property(fc.array(day, { minLength: 1, maxLength: 90 }), (drawn) => {
        const days = drawn.map(({ average, count }, index) => ({
          date: `day ${index}`,
          sensor_name: 'main',
          average,
          count,
          minimum: average,
          maximum: average,
        }));
        const [lowest = 0, mean = 0, highest = 0] = levelSeries(roof, days)[0]?.summary ?? [];
        assert.ok(lowest <= mean + 1e-9 && mean <= highest + 1e-9, `${lowest} ${mean} ${highest}`);
      }),
    );
  });

  it('count a day with more readings for more', () => {
    const day = (date: string, average: number, count: number) => ({
      date,
      average,
      count,
      sensor_name: 'main',
      minimum: average,
      maximum: average,
    });
    const [line] = levelSeries(roof, [day('2026-11-20', 0, 1), day('2026-11-21', 100, 3)]);
    assert.deepEqual(line?.summary, [0, 75, 100]);
  });

  it('have all days that any of them has, in order', () => {
    const lineOf = (...dates: string[]) =>
      levelSeries(
        roof,
        dates.map((date) => ({ date, sensor_name: 'main', average: 50, ...common })),
      );
    const lines = [...lineOf('2026-11-22', '2026-11-20'), ...lineOf('2026-11-21', '2026-11-20')];
    assert.deepEqual(daysOf(lines), ['2026-11-20', '2026-11-21', '2026-11-22']);
  });

  it('sum what went out and what came in, in their unit', () => {
    const day = (date: string, consumed: number, refilled: number) => ({
      date,
      sensor_name: 'main',
      consumed,
      refilled,
      net_change: 0,
      total_volume_change: 0,
      consumed_low: 0,
      consumed_high: 0,
      estimated_share: 0,
      unexplained: 0,
    });
    const days = [day('2026-11-20', 10, 0), day('2026-11-21', 20, 300)];
    const [line] = usageSeries(roof, { days, days_in_percent: [], unit: 'litre' });
    assert.deepEqual([line?.unit, line?.summary], ['litre', [30, 300]]);
    assert.deepEqual([...(line?.byDay.values() ?? [])], [10, 20]);
    const well = days.map((each) => ({ ...each, sensor_name: 'well' }));
    const both = usageSeries(roof, { days, days_in_percent: well, unit: 'litre' });
    assert.deepEqual(
      both.map(({ name, unit }) => [name, unit]),
      [
        ['Roof · main', 'litre'],
        ['Roof · well', 'percent'],
      ],
    );
  });
});
