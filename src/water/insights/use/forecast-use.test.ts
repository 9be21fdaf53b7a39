import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hoursOfWeek, weekHours } from '../../../kit/time/time-zone.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { forecastUse } from './forecast-use.ts';
import { learnHabit } from './use-habit.ts';
import type { UseHistory } from './use-history.ts';

const monday = Date.UTC(2026, 8, 7);
const zone = 'Africa/Nairobi';

const histories: fc.Arbitrary<UseHistory> = fc
  .array(fc.double({ min: 0, max: 5, noNaN: true }), { minLength: 48, maxLength: 400 })
  .filter((used) => used.some((use) => use > 0.1))
  .map((used) => ({
    from: monday,
    used: Float64Array.from(used),
    seen: new Float64Array(used.length).fill(1),
  }));
const amounts = fc.double({ min: 1, max: 500, noNaN: true });
const nowOf = ({ from, used }: UseHistory) => from + used.length * hourMs;
const foretell = (history: UseHistory) =>
  forecastUse(
    learnHabit(history, zone),
    weekHours(nowOf(history), hoursOfWeek, zone),
    nowOf(history),
  );
const near = (a: number, b: number, share = 1e-6) => Math.abs(a - b) <= share * Math.abs(b) + 1e-6;

describe('forecastUse', () => {
  it('says when a steady use has used an amount', () => {
    const steady = (use: number) => ({
      from: monday,
      used: new Float64Array(336).fill(use),
      seen: new Float64Array(336).fill(1),
    });
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 5, noNaN: true }), amounts, (use, amount) => {
        const history = steady(use);
        const forecast = foretell(history);
        const { low, middle, high } = forecast.timeToUse(amount, 0);
        assert.ok(near(forecast.dailyUse, 24 * use));
        assert.ok(low <= middle && middle <= high);
        assert.ok(near(middle, (amount / use) * hourMs, 0.05), `${middle / hourMs}`);
      }),
    );
  });

  it('takes longer for more, and knows less for sure what is measured badly', () => {
    fc.assert(
      fc.property(histories, amounts, amounts, (history, a, b) => {
        const { timeToUse } = foretell(history);
        const { low, middle, high } = timeToUse(a, 0);
        assert.ok(low <= middle && middle <= high);
        const unsure = timeToUse(a, a / 4);
        assert.ok(unsure.low <= low && unsure.high >= high && near(unsure.middle, middle));
        assert.ok(timeToUse(a + 20 * b, 0).middle >= middle);
      }),
      { numRuns: 40 },
    );
  });

  it('says that an empty tank is empty now', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const { timeToUse } = foretell(history);
        assert.deepEqual(timeToUse(0, 1), { low: 0, middle: 0, high: 0 });
        assert.ok(Number.isFinite(timeToUse(0.001, 1).high));
      }),
      { numRuns: 20 },
    );
  });

  it('tells the same in any unit', () => {
    fc.assert(
      fc.property(histories, amounts, (history, amount) => {
        // A power of two, so that both round alike.
        const litres = { ...history, used: history.used.map((use) => use * 64) };
        const one = foretell(history).timeToUse(amount, 0.3);
        const other = foretell(litres).timeToUse(amount * 64, 0.3 * 64);
        for (const part of ['low', 'middle', 'high'] as const) {
          assert.ok(near(other[part], one[part], 1e-3), `${other[part]} ${one[part]}`);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('says what will have been used later: more with time, and the same within the range', () => {
    fc.assert(
      fc.property(histories, fc.integer({ min: 1, max: 300 }), (history, hours) => {
        const { useAfter } = foretell(history);
        const { low, middle, high } = useAfter(hours * hourMs);
        assert.ok(low <= middle && middle <= high);
        assert.ok(useAfter(hours * hourMs + 7 * 24 * hourMs).middle >= middle);
      }),
      { numRuns: 40 },
    );
  });
});
