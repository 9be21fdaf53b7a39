import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRandom, normal } from '../../../../bench/ledger/random.ts';
import {
  beginsOf,
  judgeCourse,
  type Step,
} from '../../../../test/helpers/water/detector-course.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { heavyUse } from './heavy-use.ts';

type Day = { drawPerHour: number; noise: number; minutes: number };

/** Days of a tank that is drawn from between six and twenty-two, and filled at 40 percent. */
function days(
  count: number,
  { drawPerHour, noise, minutes }: Day,
  random: () => number,
  more: (hour: number) => number = () => 0,
): Step[] {
  let level = 90;
  return Array.from({ length: (count * 1440) / minutes }, (_, index) => {
    const hour = (index * minutes) / 60;
    const isAwake = hour % 24 > 6 && hour % 24 < 22;
    level -= ((isAwake ? drawPerHour : 0) + more(hour)) * (minutes / 60);
    if (level < 40 && more(hour) === 0) level = 95;
    level = Math.max(0, level);
    return { level: level + 0.3 * noise * normal(random), noise };
  });
}

const seed = fc.integer({ min: 1, max: 1_000_000 });
const home = fc.record({
  drawPerHour: fc.double({ min: 0.1, max: 1.2, noNaN: true }),
  noise: fc.constantFrom(0, 0.3, 0.6),
  minutes: fc.constantFrom(1, 5, 15, 60),
});

describe('heavy use', () => {
  it('is told of a burst within three hours, whatever the interval, and ends with it', () => {
    const perHour = fc.double({ min: 7, max: 25, noNaN: true });
    fc.assert(
      fc.property(seed, home, perHour, (each, usual, burst) => {
        const [from, until] = [5 * 24 + 9, 5 * 24 + 12];
        const more = (hour: number) => (hour >= from && hour < until ? burst : 0);
        const steps = days(7, usual, createRandom(each, 'burst'), more);
        const course = judgeCourse(heavyUse, steps, usual.minutes * minuteMs);
        const hours = beginsOf(course).map((index) => (index * usual.minutes) / 60);
        assert.ok(hours.length >= 1, `${JSON.stringify(usual)} ${burst}`);
        assert.ok(hours.every((hour) => hour >= from && hour <= until + 1));
        const told = course.find(({ verdict }) => verdict.is === 'wrong')?.verdict;
        assert.ok(told?.is === 'wrong' && told.facts.percent >= 8);
        const { litres, percent } = told.facts;
        assert.ok(Math.abs((litres ?? 0) - percent * 50) <= 3, `${litres}`);
        assert.equal(course.at(-1)?.verdict.is, 'fine');
      }),
      { numRuns: 40 },
    );
  });

  it('is none where each day is like the others, and none in the first three days', () => {
    const daily = fc.double({ min: 0, max: 25, noNaN: true });
    fc.assert(
      fc.property(seed, home, daily, (each, usual, draw) => {
        const more = (hour: number) => (hour % 24 >= 17 && hour % 24 < 19 ? draw : 0);
        const steps = days(9, usual, createRandom(each, 'usual'), more);
        assert.deepEqual(beginsOf(judgeCourse(heavyUse, steps, usual.minutes * minuteMs)), []);
        const young = days(3, usual, createRandom(each, 'young'), (hour) => (hour > 50 ? 5 : 0));
        const early = young.slice(0, -1);
        assert.deepEqual(beginsOf(judgeCourse(heavyUse, early, usual.minutes * minuteMs)), []);
      }),
      { numRuns: 40 },
    );
  });

  it('is no step of a sensor, and the like of one that ended by itself is not told again', () => {
    const usual = { drawPerHour: 0.5, noise: 0.3, minutes: 5 };
    const steps = days(5, usual, createRandom(1, 'step'));
    const last = steps.at(-1)?.level ?? 0;
    const fallen = Array<Step>(200).fill({ level: last - 20, noise: 0.3 });
    assert.deepEqual(beginsOf(judgeCourse(heavyUse, [...steps, ...fallen])), []);
    const weekly = (hour: number) => (hour % 168 >= 130 && hour % 168 < 132 ? 15 : 0);
    const weeks = judgeCourse(heavyUse, days(28, usual, createRandom(1, 'weekly'), weekly));
    const told = new Set(beginsOf(weeks).map((index) => Math.floor(index / 288)));
    assert.deepEqual([...told], [5]);
  });
});
