import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { createRandom, gaussian } from '../../simulator/random.ts';
import { isAlarmDoubted } from './alerts-wait.ts';
import { largeStep } from './doubt.ts';
import { filterLevel, type LevelFilter, startFilter } from './level-filter.ts';

const take = (filter: LevelFilter, at: number, raw: number) =>
  filterLevel(filter, { at, raw, large: largeStep, isSudden: true }, null);

/** Filter after a level at rest with a little noise. */
function restingFilter(everyMs: number, noise = 0.3) {
  const random = createRandom(1, 'resting');
  const filter = startFilter(0, 60);
  for (let at = 1; at <= 100; at += 1) {
    take(filter, at * everyMs, 60 + noise * gaussian(random));
  }
  return filter;
}

describe('the filter of a level', () => {
  it('holds: knows the noise within 20 %, at any interval, also while the level falls steadily', () => {
    const sensor = fc.record({
      seed: fc.nat(10_000),
      noise: fc.double({ min: 0.1, max: 6, noNaN: true }),
      minutes: fc.constantFrom(1, 5, 15, 30),
      perHour: fc.constantFrom(0, 0.5, 2),
    });
    fc.assert(
      fc.property(sensor, ({ seed, noise, minutes, perHour }) => {
        const random = createRandom(seed, 'noise');
        const filter = startFilter(0, 80);
        let sum = 0;
        const [settling, count] = [100, 1000];
        for (let index = 1; index <= settling + count; index += 1) {
          const hours = (index * minutes) / 60;
          const raw = 80 - perHour * hours + noise * gaussian(random);
          take(filter, index * minutes * minuteMs, raw);
          if (index > settling) sum += filter.noise;
        }
        const ratio = Math.sqrt(sum / count) / noise;
        assert.ok(ratio > 0.8 && ratio < 1.2, `${ratio} of ${noise}`);
      }),
      { numRuns: 60 },
    );
  });

  it('refuses a spike, or two in a row at short intervals, and goes on as if nothing had been', () => {
    for (const spikes of [[0], [100], [0, 100], [100, 100], [5, 5], [0, 0, 0, 0, 0]]) {
      const filter = restingFilter(minuteMs);
      const { level } = filter;
      spikes.forEach((raw, index) => {
        assert.equal(take(filter, (101 + index) * minuteMs, raw), 'refused');
        assert.equal(filter.level, level);
      });
      assert.equal(take(filter, 112 * minuteMs, 60), 'believed');
      assert.ok(Math.abs(filter.level - 60) < 0.5);
    }
  });

  it('refuses a 0 of a board that sends each hour or more rarely, and believes the third', () => {
    fc.assert(
      fc.property(fc.integer({ min: 35, max: 120 }), (minutes) => {
        const everyMs = minutes * minuteMs;
        const filter = restingFilter(everyMs);
        assert.equal(take(filter, 101 * everyMs, 0), 'refused');
        assert.equal(take(filter, 102 * everyMs, 60), 'believed');
        assert.ok(Math.abs(filter.level - 60) < 0.5);
        const zeros = [103, 104, 105].map((step) => take(filter, step * everyMs, 0));
        assert.deepEqual(zeros, ['refused', 'refused', 'jumped']);
        assert.ok(filter.level < 0.5);
        assert.ok(!isAlarmDoubted(filter, null), 'the third is told');
      }),
    );
  });

  it('believes at once that a tank has run dry as fast as it is drawn from', () => {
    const filter = startFilter(0, 95);
    for (let hour = 1; hour <= 21; hour += 1) take(filter, hour * hourMs, 95 - hour * 4);
    assert.equal(take(filter, 22 * hourMs, 0), 'jumped');
    assert.ok(filter.level < 0.5);
  });

  it('believes a jump by the third reading there, by the second where readings are rare', () => {
    const verdicts = (everyMs: number) => {
      const filter = restingFilter(everyMs);
      const found = [1, 2, 3].map((step) => take(filter, (100 + step) * everyMs, 90));
      assert.ok(Math.abs(filter.level - 90) < 0.5);
      return found;
    };
    assert.deepEqual(verdicts(minuteMs), ['refused', 'refused', 'jumped']);
    assert.deepEqual(verdicts(30 * minuteMs), ['refused', 'jumped', 'believed']);
  });

  it('does not take spikes to opposite sides for a jump', () => {
    const filter = restingFilter(minuteMs);
    const verdicts = [95, 5, 95, 5].map((raw, index) =>
      take(filter, (101 + index) * minuteMs, raw),
    );
    assert.deepEqual(verdicts, Array(4).fill('refused'));
  });

  it('believes a wild reading of a new sensor when the next agrees, or after a long silence', () => {
    const verdicts = (levels: number[], everyMs = minuteMs) => {
      const [first = 0, ...others] = levels;
      const filter = startFilter(0, first);
      return others.map((raw, index) => take(filter, (index + 1) * everyMs, raw));
    };
    assert.deepEqual(verdicts([70, 70.2, 0, 70.1]), ['believed', 'refused', 'believed']);
    assert.deepEqual(verdicts([70, 0, 0, 0.2]), ['refused', 'jumped', 'believed']);
    assert.deepEqual(verdicts([50, 95, 5, 50]), ['refused', 'refused', 'believed']);
    assert.deepEqual(verdicts([70, 5], 2 * hourMs), ['believed']);
  });

  it('is nearer to the truth than readings with noise are', () => {
    const random = createRandom(2, 'nearer');
    const filter = startFilter(0, 70);
    let [filtered, raw] = [0, 0];
    for (let index = 1; index <= 1000; index += 1) {
      const reading = 70 + gaussian(random);
      take(filter, index * 5 * minuteMs, reading);
      filtered += (filter.level - 70) ** 2;
      raw += (reading - 70) ** 2;
    }
    assert.ok(filtered < raw / 5);
  });
});
