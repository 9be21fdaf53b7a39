import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { type Consumption, estimateUse } from './estimate-use.ts';

const amount = (max: number) => fc.double({ min: 0, max, noNaN: true });

const consumptions: fc.Arbitrary<Consumption> = fc
  .record({
    firstAt: fc.integer({ min: 0, max: 2e12 }),
    firstHour: fc.integer({ min: 0, max: hourMs - 1 }),
    rest: fc.integer({ min: 1, max: 7 * dayMs }),
    percent: amount(1000),
    litre: fc.option(amount(1e6)),
    filling: fc.integer({ min: 0, max: 100 }),
  })
  .map(({ firstAt, firstHour, rest, percent, litre, filling }) => ({
    ...{ firstAt, from: firstAt + firstHour, until: firstAt + firstHour + rest },
    ...{ percent, litre, fillingMs: (rest * filling) / 100 },
  }));

const contents = fc.record({
  level: amount(100),
  volume: fc.option(amount(1e5)),
  capacity: fc.option(fc.integer({ min: 100, max: 100_000 })),
});

const isKnown = ({ firstAt, until }: Consumption) => until - firstAt >= dayMs;

describe('estimateUse', () => {
  it('says nothing of a rate before 24 hours are known, and from then on does', () => {
    fc.assert(
      fc.property(contents, consumptions, (tank, consumption) => {
        const { daily_use, hours_to_empty } = estimateUse(tank, consumption);
        if (!isKnown(consumption)) assert.deepEqual([daily_use, hours_to_empty], [null, null]);
        if (isKnown(consumption) && tank.volume === null) assert.notEqual(daily_use, null);
      }),
    );
    const exactly = { firstAt: 0, from: 0, until: dayMs, fillingMs: 0, percent: 10, litre: 50 };
    const tank = { level: 50, volume: 250, capacity: null };
    assert.deepEqual(estimateUse(tank, exactly), {
      ...{ unit: 'litre', daily_use: 50, hours_to_empty: 120 },
    });
    assert.equal(estimateUse(tank, { ...exactly, until: dayMs - 1 }).daily_use, null);
    assert.equal(estimateUse(tank, undefined).daily_use, null);
  });

  it('spreads what was drawn over the time in which no refill hid it', () => {
    const half = {
      firstAt: 0,
      from: 0,
      until: 2 * dayMs,
      fillingMs: dayMs,
      percent: 10,
      litre: 50,
    };
    const tank = { level: 50, volume: 250, capacity: null };
    const { daily_use, hours_to_empty } = estimateUse(tank, half);
    assert.deepEqual([daily_use, hours_to_empty], [50, 120]);
  });

  it('speaks in litres exactly where the tank tells its volume', () => {
    fc.assert(
      fc.property(contents, fc.option(consumptions, { nil: undefined }), (tank, consumption) => {
        const { unit } = estimateUse(tank, consumption);
        assert.equal(unit, tank.volume === null ? 'percent' : 'litre');
      }),
    );
  });

  it('answers the rate at which that much goes in that time', () => {
    fc.assert(
      fc.property(contents, consumptions.filter(isKnown), (tank, consumption) => {
        const { unit, daily_use } = estimateUse(tank, consumption);
        const { percent, litre, from, until, fillingMs } = consumption;
        const seen = Math.max(until - from - fillingMs, (until - from) / 4);
        const told = tank.capacity === null ? null : (percent * tank.capacity) / 100;
        const consumed = unit === 'percent' ? percent : (litre ?? told);
        if (consumed === null) {
          assert.equal(daily_use, null);
          return;
        }
        const back = ((daily_use ?? Number.NaN) * seen) / dayMs;
        assert.ok(Math.abs(back - consumed) <= 0.006 * 7, `${back} of ${consumed}`);
      }),
    );
  });

  it('is at the end when what is there has gone, and knows no end of what nobody draws', () => {
    fc.assert(
      fc.property(contents, consumptions.filter(isKnown), (tank, consumption) => {
        const { unit, daily_use, hours_to_empty } = estimateUse(tank, consumption);
        const present = unit === 'litre' ? (tank.volume ?? 0) : tank.level;
        if (daily_use === null || daily_use === 0) assert.equal(hours_to_empty, null);
        if (hours_to_empty === null || daily_use === null) return;
        assert.ok(hours_to_empty >= 0 && hours_to_empty <= 365 * 24);
        // The rate is rounded to two decimals, the hours were found with the whole of it.
        const most = ((daily_use + 0.005) * (hours_to_empty + 0.005)) / 24;
        const least = ((daily_use - 0.005) * (hours_to_empty - 0.005)) / 24;
        assert.ok(present >= least - 1e-6 && present <= most + 1e-6, `${least} ${present} ${most}`);
      }),
    );
  });

  it('empties a fuller tank later and a thirstier one sooner', () => {
    fc.assert(
      fc.property(consumptions.filter(isKnown), amount(100), amount(100), (consumption, a, b) => {
        const hours = (level: number, percent: number) =>
          estimateUse({ level, volume: null, capacity: null }, { ...consumption, percent })
            .hours_to_empty ?? Number.POSITIVE_INFINITY;
        const [less, more] = [Math.min(a, b), Math.max(a, b)];
        assert.ok(hours(less, 50) <= hours(more, 50));
        assert.ok(hours(50, more) <= hours(50, less));
      }),
    );
  });
});
