import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { createRandom, normal } from '../../../../bench/ledger/random.ts';
import {
  beginsOf,
  judgeCourse,
  type Step,
} from '../../../../test/helpers/water/detector-course.ts';
import { hourMs, minuteMs } from '../../../kit/time/units.ts';
import { jump } from './jump.ts';
import { noiseGrown } from './noise-grown.ts';
import { stuck } from './stuck.ts';

const aDay = 288;
const seed = fc.integer({ min: 1, max: 1_000_000 });

/** Days of a tank that falls by a percent an hour and is filled at 20 percent, measured with noise. */
function livingTank(days: number, random: () => number): Step[] {
  let level = 70;
  return Array.from({ length: days * aDay }, () => {
    level = level < 20 ? 80 : level - 1 / 12;
    const raw = Math.round((level + normal(random)) * 100) / 100;
    return { level, raw, noise: 1 };
  });
}

describe('a stuck sensor', () => {
  it('is told within hours where its noise says that it works', () => {
    fc.assert(
      fc.property(seed, (each) => {
        const steps = livingTank(4, createRandom(each, 'stuck'));
        const last = steps.at(-1) as Step;
        const course = judgeCourse(stuck, [...steps, ...Array(aDay).fill(last)]);
        const [begin = -1] = beginsOf(course);
        assert.ok(begin >= steps.length && begin <= steps.length + 3 * 12, `${begin}`);
        const verdict = course[begin]?.verdict;
        assert.ok(verdict?.is === 'wrong');
        assert.equal(verdict.facts.level, last.raw);
      }),
      { numRuns: 10 },
    );
  });

  it('is told within hours of a tank that is full all night, and empty for a day', () => {
    fc.assert(
      fc.property(seed, fc.boolean(), (each, isMean) => {
        const random = createRandom(each, 'ends');
        let mean = 50;
        const course = Array.from({ length: 5 * aDay + 100 }, (_, index): Step => {
          // Beyond what the sensor says by night on each day, and below it on the third.
          const level =
            60 + 60 * Math.sin((2 * Math.PI * index) / aDay) - (index < 2 * aDay ? 0 : 5);
          const said = Math.min(100, Math.max(0, level + normal(random)));
          mean = isMean ? mean + (said - mean) / 6 : said;
          const raw = Math.round(mean * 100) / 100;
          return { level: raw, raw, noise: 1 };
        });
        const midway = course.findLastIndex(({ raw = 0 }) => raw > 30 && raw < 80);
        const steps = course.slice(0, midway + 1);
        assert.deepEqual(beginsOf(judgeCourse(stuck, steps)), []);
        const sticking = [...steps, ...Array<Step>(aDay).fill(steps.at(-1) as Step)];
        const [begin = -1] = beginsOf(judgeCourse(stuck, sticking));
        assert.ok(begin >= steps.length && begin <= steps.length + 3 * 12, `${begin}`);
      }),
      { numRuns: 10 },
    );
  });

  it('is not told of a value that it said before, since when others came that nobody believed', () => {
    const isSuspect = true;
    const said = (count: number, raw: number, more = {}) =>
      Array<Step>(count).fill({ level: 70, raw, noise: 1, ...more });
    const living = livingTank(4, createRandom(1, 'doubted'));
    const held = [...said(20, 70), ...said(2, 30, { isSuspect }), ...said(4, 30)];
    assert.deepEqual(beginsOf(judgeCourse(stuck, [...living, ...held])), []);
  });

  it('is none while its readings differ, or in its first three days', () => {
    fc.assert(
      fc.property(seed, (each) => {
        const steps = livingTank(6, createRandom(each, 'well'));
        assert.deepEqual(beginsOf(judgeCourse(stuck, steps)), []);
      }),
      { numRuns: 10 },
    );
    const early = Array<Step>(3 * aDay - 1).fill({ level: 50 });
    assert.deepEqual(beginsOf(judgeCourse(stuck, early)), []);
  });

  it('is told after eight days where it never had noise, and not of an empty tank', () => {
    const used: Step[] = Array.from({ length: 4 * aDay }, (_, index) => ({
      level: 80 - Math.floor(index / 24),
    }));
    const still = (level: number) => [...used, ...Array<Step>(9 * aDay).fill({ level })];
    const [begin = -1] = beginsOf(judgeCourse(stuck, still(50)));
    assert.ok(begin >= used.length + 8 * aDay, `${begin}`);
    assert.deepEqual(beginsOf(judgeCourse(stuck, still(2))), []);
  });

  it('is none over a week in which nobody is there, at whatever level, whole percents or not', () => {
    const days = fc.integer({ min: 5, max: 7 });
    fc.assert(
      fc.property(days, fc.integer({ min: 10, max: 80 }), fc.boolean(), (away, from, isWhole) => {
        // Nobody draws at night.
        const used = Array.from({ length: 5 * aDay }, (_, index) => {
          return from + 15 - Math.max(0, (index % aDay) - aDay / 3) / 20;
        });
        const still = Array<number>(away * aDay + aDay / 2).fill(from);
        const steps = [...used, ...still, ...used].map((level): Step => {
          const raw = isWhole ? Math.round(level) : level;
          return { level: raw, raw };
        });
        assert.deepEqual(beginsOf(judgeCourse(stuck, steps)), []);
      }),
      { numRuns: 20 },
    );
  });
});

describe('a board that sends rarely, or on change', () => {
  /** A level about 96, each step of half a percent a reading of its own, some hours apart. */
  const moving = Array.from({ length: 90 }, (_, index) => ({
    level: 96,
    raw: 96 + (index % 2) / 2,
    silenceMs: 30 * hourMs,
  }));

  it('is not stuck while its readings differ, and is where they are the same', () => {
    assert.deepEqual(beginsOf(judgeCourse(stuck, moving, 5 * hourMs)), []);
    const still = moving.map((step) => ({ ...step, raw: 96 }));
    assert.equal(beginsOf(judgeCourse(stuck, still, 5 * hourMs)).length, 1);
  });
});

describe('a stuck sensor that was silent', () => {
  const used: Step[] = Array.from({ length: 4 * aDay }, (_, index) => ({
    level: 80 - Math.floor(index / 24),
  }));
  const origin = Date.UTC(2026, 0, 1);
  const at = (step: number) => origin + step * 5 * minuteMs;

  it('is not told for the time in which nothing was said', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (silentDays) => {
        const from = used.length + silentDays * aDay;
        const still = Array.from({ length: 3 * aDay }, (_, n): Step => {
          return { level: 40, recordedAt: at(from + n) };
        });
        const course = judgeCourse(stuck, [...used, { level: 40 }, ...still]);
        assert.deepEqual(beginsOf(course), []);
      }),
    );
  });

  it('is told by one that speaks twice a day as well', () => {
    const twiceADay = (days: number, level: (index: number) => number) =>
      Array.from({ length: 2 * days }, (_, index): Step => ({ level: level(index) }));
    const steps = [...twiceADay(10, (n) => 80 - 2 * n), ...twiceADay(7, () => 40)];
    const [begin = -1] = beginsOf(judgeCourse(stuck, steps, 12 * 60 * minuteMs));
    assert.ok(begin >= 30 && begin <= 33, `${begin}`);
  });
});

describe('a level that jumps', () => {
  /** A level at rest that steps; the ledger doubts two readings, then believes. */
  const stepped = (from: number, to: number, more: Partial<Step> = {}): Step[] => [
    ...Array<Step>(100).fill({ level: from, ...more }),
    ...Array<Step>(2).fill({ level: from, raw: to, isSuspect: true, ...more }),
    ...Array<Step>(10).fill({ level: to, ...more }),
  ];

  it('is told of a fall that no tap makes, once three readings confirm it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 20, max: 80 }), (fall) => {
        const course = judgeCourse(jump, stepped(90, 90 - fall));
        assert.deepEqual(beginsOf(course).slice(0, 1), [104]);
        const verdict = course[104]?.verdict;
        assert.ok(verdict?.is === 'wrong');
        assert.deepEqual(verdict.facts, { from: 90, to: 90 - fall, within_ms: 5 * minuteMs });
      }),
    );
  });

  it('is none where it is small, an echo alone, or a tank that a tanker fills', () => {
    assert.deepEqual(beginsOf(judgeCourse(jump, stepped(50, 40))), []);
    const echo: Step[] = [
      ...Array<Step>(100).fill({ level: 50 }),
      { level: 50, raw: 0, isSuspect: true },
      ...Array<Step>(20).fill({ level: 50 }),
    ];
    assert.deepEqual(beginsOf(judgeCourse(jump, echo)), []);
    assert.deepEqual(beginsOf(judgeCourse(jump, stepped(20, 80, { capacity: 5000 }))), []);
  });

  it('is told of a rise that no tanker makes, and of none where the size is not known', () => {
    assert.deepEqual(beginsOf(judgeCourse(jump, stepped(20, 70, { capacity: 50_000 }))), [104]);
    assert.deepEqual(beginsOf(judgeCourse(jump, stepped(20, 70, { capacity: null }))), []);
  });
});

describe('noise that grows', () => {
  const course = (noises: readonly number[]) =>
    judgeCourse(
      noiseGrown,
      noises.map((noise) => ({ level: 50, noise })),
    );

  it('is wrong at a multiple of what is usual, and fine again when it is back', () => {
    const verdicts = course([...Array(300).fill(1), ...Array(50).fill(5), ...Array(50).fill(1)]);
    assert.deepEqual(beginsOf(verdicts), [300]);
    assert.equal(verdicts.at(-1)?.verdict.is, 'fine');
  });

  it('is usual where it always was, however much', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 20, noNaN: true }), (noise) => {
        assert.deepEqual(beginsOf(course(Array(400).fill(noise))), []);
      }),
    );
  });

  it('is no more than the waves of filling: twice as much', () => {
    fc.assert(
      fc.property(fc.double({ min: 0.1, max: 5, noNaN: true }), (noise) => {
        const days = Array.from({ length: 900 }, (_, at) => (at % 96 < 12 ? 2 : 1) * noise);
        assert.deepEqual(beginsOf(course(days)), []);
      }),
    );
  });
});
