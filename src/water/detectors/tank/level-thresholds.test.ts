import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import {
  beginsOf,
  judgeCourse,
  type Step,
} from '../../../../test/helpers/water/detector-course.ts';
import { overflow } from './level-thresholds.ts';

/** A tank that is filled up to each top in turn, and drawn from down to half. */
const filledTo = (tops: readonly number[], more: Partial<Step> = {}): Step[] =>
  tops.flatMap((top) => [
    ...Array.from({ length: 12 }, (_, n) => ({ level: 50 + ((top - 50) * (n + 1)) / 12, ...more })),
    ...Array.from({ length: 48 }, (_, n) => ({
      level: top - ((top - 50) * (n + 1)) / 48,
      ...more,
    })),
  ]);
const roundsOf = (begins: readonly number[]) => begins.map((index) => Math.floor(index / 60));

describe('an overflow', () => {
  it('is told of a default threshold until the usual top is known, and then beyond it alone', () => {
    const top = fc.double({ min: 91, max: 97, noNaN: true });
    fc.assert(
      fc.property(top, (usual) => {
        const course = judgeCourse(overflow, filledTo([...Array(9).fill(usual), 99.5, usual]));
        assert.deepEqual(roundsOf(beginsOf(course)), [0, 9]);
        const told = course[beginsOf(course)[1] ?? 0]?.verdict;
        assert.ok(
          told?.is === 'wrong' && told.facts.threshold > usual && told.facts.threshold <= 99,
        );
      }),
    );
  });

  it('is told each time where the owner has set the threshold, and where the tank runs over', () => {
    const thresholds = { high: 92, low: 20 };
    const set = judgeCourse(overflow, filledTo(Array(5).fill(95), { thresholds }));
    assert.deepEqual(roundsOf(beginsOf(set)), [0, 1, 2, 3, 4]);
    const full = judgeCourse(overflow, filledTo(Array(5).fill(100)));
    assert.deepEqual(roundsOf(beginsOf(full)), [0, 1, 2, 3, 4]);
  });
});
