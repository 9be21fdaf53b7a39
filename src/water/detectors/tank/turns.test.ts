import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRandom, normal, type Random } from '../../../../bench/ledger/random.ts';
import {
  beginsOf,
  judgeCourse,
  type Step,
} from '../../../../test/helpers/water/detector-course.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import { noiseGrown } from './noise-grown.ts';

/** Noise of which the ledger knows nothing, as of boards that send rarely. */
const unknownNoise = 0.5;
const seed = fc.integer({ min: 1, max: 1_000_000 });
const boards = fc.constantFrom(
  { everyMs: hourMs, posts: 1 },
  { everyMs: 5 * minuteMs, posts: 2 },
  { everyMs: 5 * minuteMs, posts: 3 },
  { everyMs: 5 * minuteMs, posts: 6 },
);

type Board = { everyMs: number; posts: number };

/** A tank in use, by day more than at night, that is filled within the hour at 25 percent. */
function readingsOf(
  { everyMs, posts }: Board,
  days: number,
  random: Random,
  noiseAt: (day: number) => number,
) {
  let [level, held] = [70, 70];
  const count = Math.floor((days * 24 * hourMs) / everyMs);
  return Array.from({ length: count }, (_, index): Step => {
    const at = (index * everyMs) / hourMs;
    level = level < 25 ? 85 : level - ((at % 24) / 24) * random() * 2.4 * (everyMs / hourMs);
    if (index % posts === 0) held = level + noiseAt(at / 24) * normal(random);
    return { level, raw: Math.round(held * 100) / 100, noise: unknownNoise };
  });
}

describe('the noise of a board that sends rarely, or holds its value', () => {
  it('is told within two days where it grows to five times as much, and is over after it', () => {
    fc.assert(
      fc.property(seed, boards, (each, board) => {
        const random = createRandom(each, 'grows');
        const steps = readingsOf(board, 16, random, (day) => (day >= 8 && day < 11 ? 5 : 1));
        const course = judgeCourse(noiseGrown, steps, board.everyMs);
        const aDay = (24 * hourMs) / board.everyMs;
        const [begin = -1, ...more] = beginsOf(course);
        assert.ok(begin >= 8 * aDay && begin < 10 * aDay, `${begin / aDay}`);
        assert.ok(
          more.every((at) => at < 12 * aDay),
          `${more}`,
        );
        assert.ok(course.slice(13 * aDay).some(({ verdict }) => verdict.is === 'fine'));
        const verdict = course[begin]?.verdict;
        assert.ok(verdict?.is === 'wrong');
        assert.ok(verdict.facts.noise > 1.5 * verdict.facts.usual);
      }),
      { numRuns: 40 },
    );
  });

  it('is never told where it stays as it is, with an echo now and then', () => {
    const noises = fc.constantFrom(0, 0.2, 1, 3);
    fc.assert(
      fc.property(seed, boards, noises, (each, board, noise) => {
        const random = createRandom(each, 'stays');
        const steps = readingsOf(board, 28, random, () => noise).map((step) =>
          random() < 0.01 ? { ...step, raw: 0 } : step,
        );
        assert.deepEqual(beginsOf(judgeCourse(noiseGrown, steps, board.everyMs)), []);
      }),
      { numRuns: 40 },
    );
  });

  it('is remembered of such boards alone: readings that differ each five minutes tell theirs themselves', () => {
    const random = createRandom(1, 'steady');
    const board = { everyMs: 5 * minuteMs, posts: 1 };
    const course = judgeCourse(
      noiseGrown,
      readingsOf(board, 3, random, () => 1),
      board.everyMs,
    );
    assert.deepEqual(Object.keys(course.at(-1)?.memory ?? {}).sort(), ['readings', 'usual']);
  });
});
