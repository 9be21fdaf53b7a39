import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { Night } from './night.ts';
import { nightLikelihood } from './night-likelihood.ts';

const deviation = 0.05;
const levels = fc.double({ min: 10, max: 90, noNaN: true });
const rates = [0, 2 / 24, 8 / 24];

/** A night of quarters of an hour in which the level falls by so many percent an hour. */
function nightOf(perHour: number, from = 60): Night {
  const stretch = Array.from({ length: 36 }, (_, quarter) => {
    const at = -3 + (quarter + 0.5) / 4;
    return { at, level: from - perHour * (at + 3), deviation };
  });
  return { midnight: 0, stretches: [stretch], rounding: 0 };
}

describe('nightLikelihood', () => {
  it('takes a level that stands still for none, whoever lives there', () => {
    fc.assert(
      fc.property(levels, (from) => {
        for (const [none = 0, ...leaks] of nightLikelihood(nightOf(0, from), rates)) {
          assert.ok(none > Math.max(...leaks) + 3);
        }
      }),
      { numRuns: 10 },
    );
  });

  it('finds how fast a level falls where nobody is at night', () => {
    fc.assert(
      fc.property(fc.constantFrom(...rates.keys()), levels, (at, from) => {
        const [school = []] = nightLikelihood(nightOf(rates[at] ?? 0, from), rates);
        assert.equal(school.indexOf(Math.max(...school)), at);
      }),
      { numRuns: 20 },
    );
  });

  it('does not ask how high the water stands', () => {
    fc.assert(
      fc.property(levels, (from) => {
        const told = nightLikelihood(nightOf(0.1, from), rates).flat();
        const other = nightLikelihood(nightOf(0.1), rates).flat();
        told.forEach((each, at) => {
          assert.ok(Math.abs(each - (other[at] ?? 0)) < 0.02 * Math.abs(each) + 0.02);
        });
      }),
      { numRuns: 10 },
    );
  });

  it('makes no leak of a sensor whose noise hides the night', () => {
    const { midnight, stretches } = nightOf(2 / 24);
    const blurred = stretches.map((levels) => levels.map((each) => ({ ...each, deviation: 5 })));
    const night = { midnight, stretches: blurred, rounding: 0 };
    for (const [none = 0, leak = 0] of nightLikelihood(night, rates)) {
      assert.ok(leak - none < 0.1, `${leak - none}`);
    }
  });
});
