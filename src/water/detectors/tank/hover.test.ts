import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRandom, normal } from '../../../../bench/ledger/random.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import { defaultThresholds } from '../../status.ts';
import type { Observation } from '../detector.ts';
import { judgeReading } from '../judge-reading.ts';
import { lowWater } from './level-thresholds.ts';

const origin = Date.UTC(2026, 0, 1);
const everyMs = 10 * minuteMs;

/** What is told of a level by the instant, and resolved. */
function changesOf(levelAt: (at: number) => number, days: number, noise = 0) {
  let watch = {};
  let before: Observation | undefined;
  const changes = [];
  for (let at = 0; at < days * dayMs; at += everyMs) {
    const level = levelAt(at);
    const observation: Observation = {
      recordedAt: origin + at,
      level,
      raw: level,
      isSuspect: false,
      noise,
      pump: null,
      thresholds: defaultThresholds,
      capacity: 5000,
      before,
    };
    const judged = judgeReading(watch, observation, { now: origin + at, by: [lowWater] });
    changes.push(...judged.changes.map((change) => ({ ...change, at })));
    ({ watch } = judged);
    before = observation;
  }
  return changes;
}
const told = (changes: ReturnType<typeof changesOf>) =>
  changes.filter((change) => change.change !== 'resolved' && change.isNews);
const resolved = (changes: ReturnType<typeof changesOf>) =>
  changes.filter(({ change }) => change === 'resolved');
const heat = (at: number, percent: number) => percent * Math.sin((2 * Math.PI * at) / dayMs);

describe('a level about its low threshold', () => {
  const { low } = defaultThresholds;

  it('is told once, however the heat of the day moves its sensor', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.5, max: 3, noNaN: true }),
        fc.double({ min: -0.5, max: 0.5, noNaN: true }),
        fc.integer({ min: 1, max: 1000 }),
        (percent, above, seed) => {
          const random = createRandom(seed, 'hover');
          const changes = changesOf(
            (at) => low + above + heat(at, percent) + 0.1 * normal(random),
            12,
            0.1,
          );
          assert.ok(told(changes).length <= 1, `${told(changes).length} told`);
        },
      ),
      { numRuns: 20 },
    );
  });

  it('is over at once when water has come in, and after a day where it was little', () => {
    const filled = (to: number) =>
      resolved(changesOf((at) => (at < dayMs ? low - 1 : to + heat(at, 0.5)), 4));
    assert.deepEqual(
      filled(60).map(({ at }) => at),
      [dayMs],
    );
    const [little, ...more] = filled(low + 3);
    assert.ok(little && little.at >= 2 * dayMs && little.at <= 2 * dayMs + hourMs);
    assert.deepEqual(more, []);
  });

  it('is told anew once the tank was filled in between', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 6 }), (times) => {
        const changes = changesOf((at) => (Math.floor(at / dayMs) % 2 ? 70 : low - 1), 2 * times);
        assert.equal(told(changes).length, times);
      }),
    );
  });
});
