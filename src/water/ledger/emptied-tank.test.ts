import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minuteMs } from '../../kit/time/units.ts';
import { followReading, startTracker } from './tracker.ts';
import { packTracker, unpackTracker } from './tracker-text.ts';

const start = Date.parse('2026-09-01T00:00:00Z');

/** Follows levels at equal intervals; what was used in percent, what no water explains, and the levels of the filter. */
function follow(levels: readonly number[], minutes: number, capacity: number | null) {
  const volumeOf = (level: number) => (capacity === null ? null : (capacity * level) / 100);
  const [first = 0, ...others] = levels;
  let tracker = startTracker({ recorded_at: start, level: first, volume: volumeOf(first) });
  let [consumed, unexplained] = [0, 0];
  const filtered: number[] = [];
  for (const [index, level] of others.entries()) {
    tracker = unpackTracker(packTracker(tracker));
    const recorded_at = start + (index + 1) * minutes * minuteMs;
    const entry = followReading(tracker, { recorded_at, level, volume: volumeOf(level) });
    consumed += entry.flow.consumedLevel;
    unexplained += Math.abs(entry.unexplained);
    filtered.push(tracker.filter.level);
  }
  return { consumed, unexplained, filtered };
}

const before = 40;
const emptied = (level: number, zeros = 12) => [
  ...Array.from({ length: before }, (_, index) => level + 0.1 * (index % 3)),
  ...Array<number>(zeros).fill(0),
];

describe('a tank that a tap can have emptied between two readings', () => {
  const tanks = fc
    .record({
      capacity: fc.integer({ min: 100, max: 1000 }),
      minutes: fc.integer({ min: 10, max: 60 }),
      share: fc.double({ min: 0.2, max: 0.9, noNaN: true }),
    })
    .map(({ capacity, minutes, share }) => {
      const drawn = Math.min(95, (share * 10 * minutes * 100) / capacity);
      return { capacity, minutes, level: Math.round(drawn) };
    })
    .filter(({ level }) => level >= 16);

  it('is empty with the third reading, and what was in it is used', () => {
    fc.assert(
      fc.property(tanks, ({ capacity, minutes, level }) => {
        const { consumed, unexplained, filtered } = follow(emptied(level), minutes, capacity);
        assert.ok((filtered[before + 1] ?? level) < 1, `${filtered[before + 1]} %`);
        assert.ok(Math.abs(consumed - level) < 2, `${consumed} % of ${level} % used`);
        assert.ok(unexplained < 1);
      }),
      { examples: [[{ capacity: 500, minutes: 15, level: 22 }]] },
    );
  });

  it('is not where no tap does that, nor where its litres are unknown', () => {
    for (const capacity of [null, 5000]) {
      const { consumed, filtered } = follow(emptied(60), 15, capacity);
      assert.ok((filtered.at(-1) ?? 0) > 55);
      assert.ok(consumed < 2);
    }
  });

  it('is nothing used where the next reading is as before', () => {
    fc.assert(
      // Of one that sends more rarely a reading is the level.
      fc.property(
        tanks.filter(({ minutes }) => minutes <= 30),
        ({ capacity, minutes, level }) => {
          const levels = [...emptied(level, 1), ...emptied(level, 0)];
          const { consumed, filtered } = follow(levels, minutes, capacity);
          assert.ok(consumed < 2, `${consumed} % used`);
          assert.ok(filtered.every((each) => Math.abs(each - level) < 2));
        },
      ),
    );
  });
});
