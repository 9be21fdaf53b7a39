import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRandom, normal } from '../../../../bench/ledger/random.ts';
import { dayMs } from '../../../kit/time/units.ts';
import { runsByTheClock } from './by-the-clock.ts';
import { findLeaks } from './find-leaks.ts';
import type { NightLevel } from './night.ts';
import { judgeNight } from './night-flow.ts';

/** Nights in which so many percent an hour run away between two hours, seen with noise. */
function nightsOf(
  count: number,
  seed: number,
  flow: { perHour: number; from: number; until: number },
) {
  const random = createRandom(seed, 'nights');
  return Array.from({ length: count }, (_, night) => {
    const stretch = Array.from({ length: 36 }, (_, quarter): NightLevel => {
      const at = -3 + (quarter + 0.5) / 4;
      const hours = Math.max(0, Math.min(at, flow.until) - Math.max(-3, flow.from));
      const deviation = 0.1;
      return { at, level: 80 - flow.perHour * hours + deviation * normal(random), deviation };
    });
    return judgeNight({ midnight: night * dayMs, stretches: [stretch], rounding: 0 });
  });
}
const seeds = fc.integer({ min: 1, max: 1000 });

describe('water that runs by the clock', () => {
  it('is told from a leak by the hours in which the level stands', () => {
    const spans = fc.constantFrom<[number, number]>([-2, 4], [-3, 2], [0, 5], [1, 6]);
    fc.assert(
      fc.property(seeds, spans, fc.constantFrom(0.4, 1, 2), (seed, [from, until], perHour) => {
        const nights = nightsOf(2, seed, { perHour, from, until });
        assert.ok(runsByTheClock(nights));
      }),
      { numRuns: 6 },
    );
  });

  it('is none where it runs all night', () => {
    fc.assert(
      fc.property(seeds, fc.constantFrom(2, 5, 10), (seed, percent) => {
        const nights = nightsOf(2, seed, { perHour: percent / 24, from: -3, until: 6 });
        assert.ok(!runsByTheClock(nights));
      }),
      { numRuns: 6 },
    );
  });

  it('raises no leak, which water that runs all night from then on does', () => {
    const still = nightsOf(10, 1, { perHour: 0, from: -3, until: 6 });
    const leaksSince = (flow: { perHour: number; from: number; until: number }) => {
      const nights = nightsOf(5, 2, flow).map((night, at) => {
        return { ...night, midnight: (10 + at) * dayMs };
      });
      return findLeaks({ nights: [...still, ...nights], hours: [], refills: [] }).leaks;
    };
    assert.deepEqual(leaksSince({ perHour: 1, from: -2, until: 4 }), []);
    assert.equal(leaksSince({ perHour: 0.2, from: -3, until: 6 }).length, 1);
  });
});
