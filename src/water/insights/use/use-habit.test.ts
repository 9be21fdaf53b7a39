import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { learnHabit, packHabit, spreadDays, spreadOf, unpackHabit } from './use-habit.ts';
import type { UseHistory } from './use-history.ts';
import { dailyUseOf } from './usual-week.ts';

const histories: fc.Arbitrary<UseHistory> = fc
  .array(fc.double({ min: 0, max: 500, noNaN: true }), { minLength: 48, maxLength: 400 })
  .map((used) => ({
    from: Date.UTC(2026, 8, 7),
    used: Float64Array.from(used),
    seen: new Float64Array(used.length).fill(1),
  }));
const habits = histories.map((history) => learnHabit(history, 'Africa/Nairobi'));
const parts = ['low', 'middle', 'high'] as const;

describe('a habit', () => {
  it('is stored whole', () => {
    fc.assert(
      fc.property(habits, (habit) => {
        assert.deepEqual(unpackHabit(packHabit(habit)), habit);
      }),
      { numRuns: 40 },
    );
  });

  it('of another program is none', () => {
    const [habit] = fc.sample(habits, 1);
    assert.ok(habit);
    for (const text of ['', 'AAAA', `${packHabit(habit)}AAAA`]) {
      assert.equal(unpackHabit(text), undefined);
    }
  });

  it('departs for any amount as for those of which that was learnt on either side', () => {
    fc.assert(
      fc.property(
        habits.filter(({ rates }) => dailyUseOf({ rates }) > 0),
        fc.double({ min: 0.01, max: 500, noNaN: true }),
        (habit, days) => {
          const spread = spreadOf(habit, days * dailyUseOf(habit));
          assert.ok(spread.low <= spread.middle && spread.middle <= spread.high);
          const after = spreadDays.findIndex((each) => each >= days);
          const last = habit.spreads.length - 1;
          const beside = after < 0 ? [last] : [Math.max(0, after - 1), after];
          for (const part of parts) {
            const learnt = beside.map((at) => habit.spreads[at]?.[part] ?? Number.NaN);
            assert.ok(spread[part] >= Math.min(...learnt) - 1e-9);
            assert.ok(spread[part] <= Math.max(...learnt) + 1e-9);
          }
        },
      ),
      { numRuns: 60 },
    );
  });
});
