import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minuteMs } from '../../kit/time/units.ts';
import { followReading, startTracker } from './tracker.ts';
import { packTracker, unpackTracker } from './tracker-text.ts';

const start = Date.parse('2026-09-01T00:00:00Z');

/** Follows levels at equal intervals; what came, went and was not explained, and the levels of the filter. */
function follow(levels: readonly number[], minutes: number, capacity: number | null) {
  const volumeOf = (level: number) => (capacity === null ? null : (capacity * level) / 100);
  const [first = 0, ...others] = levels;
  let tracker = startTracker({ recorded_at: start, level: first, volume: volumeOf(first) });
  let [consumed, refilled, unexplained] = [0, 0, 0];
  const filtered = [first];
  for (const [index, level] of others.entries()) {
    tracker = unpackTracker(packTracker(tracker));
    const recorded_at = start + (index + 1) * minutes * minuteMs;
    const entry = followReading(tracker, { recorded_at, level, volume: volumeOf(level) });
    consumed += entry.flow.consumedLevel;
    refilled += entry.flow.refilledLevel;
    unexplained += Math.abs(entry.unexplained);
    filtered.push(tracker.filter.level);
  }
  return { consumed, refilled, unexplained, filtered };
}

const before = 40;
const resting = (level: number, count = before) =>
  Array.from({ length: count }, (_, index) => level + 0.1 * (index % 3));

/** Boards that send each 31 minutes to three hours, above a level from which a tank may be emptied between two. */
const boards = fc
  .record({
    minutes: fc.integer({ min: 31, max: 180 }),
    above: fc.double({ min: 0, max: 1, noNaN: true }),
    capacity: fc.constantFrom(null, 500, 1000, 10_000),
  })
  .map(({ minutes, above, capacity }) => {
    const drawn = Math.min(95, 15 + (20 * minutes) / 60);
    return { minutes, capacity, level: Math.round((15.5 + above * (drawn - 16.5)) * 10) / 10 };
  });
const examples: [{ minutes: number; capacity: null; level: number }][] = [
  [{ minutes: 60, capacity: null, level: 16 }],
  [{ minutes: 60, capacity: null, level: 34 }],
];

describe('a zero of a board that sends rarely', () => {
  it('is no level, no use and no refill, where the next reading is as before', () => {
    fc.assert(
      fc.property(boards, ({ minutes, level, capacity }) => {
        const levels = [...resting(level), 0, ...resting(level, 12)];
        const { consumed, refilled, filtered } = follow(levels, minutes, capacity);
        assert.ok(consumed < 1 && refilled < 1, `${consumed} % used, ${refilled} % refilled`);
        assert.ok(filtered.every((each) => Math.abs(each - level) < 1.5));
      }),
      { examples },
    );
  });

  it('is the level with the second one, and what was in the tank is used', () => {
    fc.assert(
      fc.property(boards, ({ minutes, level, capacity }) => {
        const levels = [...resting(level), ...Array<number>(12).fill(0)];
        const { consumed, unexplained, filtered } = follow(levels, minutes, capacity);
        assert.ok((filtered[before] ?? 0) > level - 1, `${filtered[before]} % with the first`);
        assert.ok((filtered[before + 1] ?? level) < 1, `${filtered[before + 1]} % with the second`);
        assert.ok(Math.abs(consumed - level) < 2, `${consumed} % of ${level} % used`);
        assert.ok(unexplained < 1);
      }),
      { examples },
    );
  });

  it('is believed at once where the level fell as fast before', () => {
    const { filtered } = follow([...resting(80), 64, 48, 32, 16, 0], 60, null);
    assert.ok((filtered.at(-1) ?? 16) < 1, String(filtered.at(-1)));
  });
});
