import assert from 'node:assert/strict';
import { it } from 'node:test';
import fc from 'fast-check';
import { createRandom, normal } from '../../../../bench/ledger/random.ts';
import {
  beginsOf,
  judgeCourse,
  type Step,
} from '../../../../test/helpers/water/detector-course.ts';
import { roundTo2 } from '../../../kit/round.ts';
import { hourMs } from '../../../kit/time/units.ts';
import { stuck } from './stuck.ts';

const days = 24;

/** Four days of use, then weeks about a level, of which the sensor says no more than its top. */
function fullFor(weeks: number, about: number, sensorTop: number | undefined): Step[] {
  const random = createRandom(5, 'stuck-at-top');
  return Array.from({ length: (4 + 7 * weeks) * days }, (_, hour) => {
    const level = hour < 4 * days ? about - 10 - 2 * (hour % 20) : about;
    const raw = Math.min(sensorTop ?? 100, level + 0.4 * normal(random));
    return { level, raw: roundTo2(raw), noise: 0.4, sensorTop };
  });
}

it('a level that a float valve keeps at the top of what the sensor can say is not stuck', () => {
  fc.assert(
    fc.property(
      fc.double({ min: 40, max: 100, noNaN: true }),
      fc.double({ min: 0, max: 2.5, noNaN: true }),
      (top, below) => {
        const about = roundTo2(top - below);
        assert.deepEqual(beginsOf(judgeCourse(stuck, fullFor(3, about, top), hourMs)), []);
        if (about > 96) return;
        const plain = judgeCourse(stuck, fullFor(3, about, undefined), hourMs);
        assert.equal(beginsOf(plain).length, 1);
      },
    ),
  );
});
