import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { followReading, startTracker } from './tracker.ts';
import { packTracker, unpackTracker } from './tracker-text.ts';

const start = Date.parse('2026-09-01T00:00:00Z');

type Told = { at: number; level: number };

/** Follows readings, through the text in which trackers are stored; what came, went, and where the level ended. */
function follow(told: readonly Told[]) {
  const [first, ...others] = told;
  assert.ok(first);
  let tracker = startTracker({ recorded_at: first.at, level: first.level, volume: null });
  let [consumed, refilled] = [0, 0];
  const levels: number[] = [];
  for (const { at, level } of others) {
    tracker = unpackTracker(packTracker(tracker));
    const { flow } = followReading(tracker, { recorded_at: at, level, volume: null });
    consumed += flow.consumedLevel;
    refilled += flow.refilledLevel;
    levels.push(tracker.filter.level);
  }
  return { consumed, refilled, levels };
}

const boards = fc.record({
  count: fc.integer({ min: 3, max: 60 }),
  every: fc.integer({ min: 1, max: 30 }).map((minutes) => minutes * minuteMs),
  level: fc.integer({ min: 25, max: 95 }),
  silence: fc.integer({ min: 100, max: 2000 }).map((minutes) => minutes * minuteMs),
  noise: fc.constantFrom(0, 0.1),
});
type Board = typeof boards extends fc.Arbitrary<infer B> ? B : never;

/** A board that says a level, is silent, and then says others at its usual pace. */
function silent({ count, every, level, silence, noise }: Board, behind: number[]): Told[] {
  const before = Array.from({ length: count }, (_, index) => level + noise * (index % 3));
  const back = start + count * every + silence;
  return [
    ...before.map((each, index) => ({ at: start + index * every, level: each })),
    ...behind.map((each, index) => ({ at: back + index * every, level: each })),
  ];
}

describe('a zero behind a silence', () => {
  it('is neither use nor a refill, and no level, where the next reading is as before', () => {
    fc.assert(
      fc.property(boards, (board) => {
        const { level } = board;
        const { consumed, refilled, levels } = follow(
          silent(board, [0, ...Array<number>(12).fill(level)]),
        );
        assert.ok(consumed < 1 && refilled < 1, `${consumed} % used, ${refilled} % refilled`);
        assert.ok(levels.every((each) => Math.abs(each - level) < 1));
      }),
    );
  });

  it('is the level with the second one, and the use of the silence, where water may have made it', () => {
    fc.assert(
      fc.property(boards, (board) => {
        const { count, level } = board;
        const longer = { ...board, silence: board.silence + 3 * hourMs };
        const { consumed, levels } = follow(silent(longer, Array<number>(12).fill(0)));
        assert.ok((levels[count] ?? level) < 1, `${levels[count]} %`);
        assert.ok(Math.abs(consumed - level) < 2, `${consumed} % of ${level} % used`);
      }),
    );
  });

  it('is believed at once of a board that reports as seldom all the time', () => {
    const seldom = fc.constantFrom(6 * hourMs, 24 * hourMs);
    fc.assert(
      fc.property(seldom, fc.integer({ min: 6, max: 40 }), (every, count) => {
        const levels = [...Array<number>(count).fill(60), 0];
        const told = levels.map((level, index) => ({ at: start + index * every, level }));
        assert.ok((follow(told).levels.at(-1) ?? 60) < 1);
      }),
    );
  });
});
