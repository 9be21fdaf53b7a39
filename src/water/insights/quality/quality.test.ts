import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minuteMs } from '../../../kit/time/units.ts';
import { advise } from './advise.ts';
import { measureQuality, type QualityReading } from './measure-quality.ts';
import { measureDrift, measureNoise } from './noise-and-drift.ts';

/** Sum of twelve uniform numbers, nearly normal; the same each time. */
function normals(count: number): number[] {
  let state = 1;
  const next = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  return Array.from({ length: count }, () => {
    let sum = -6;
    for (let i = 0; i < 12; i += 1) sum += next();
    return sum;
  });
}

const readings = (levels: readonly number[], interval = 5): QualityReading[] =>
  levels.map((level, at) => ({
    recorded_at: at * interval * minuteMs,
    level,
    level_cm: 200 - 2 * level,
    temperature: null,
    filtered_level: level,
    isSuspect: false,
  }));

describe('measureNoise', () => {
  it('finds the deviation, whatever the level does slowly', () => {
    const noise = normals(600);
    const deviation = fc.double({ min: 0.05, max: 3, noNaN: true });
    const slope = fc.double({ min: -0.5, max: 0.5, noNaN: true });
    fc.assert(
      fc.property(deviation, slope, (deviation, slope) => {
        const levels = noise.map((each, at) => 50 + slope * at + deviation * each);
        const measured = measureNoise([readings(levels)]) ?? 0;
        assert.ok(Math.abs(measured / deviation - 1) < 0.15, `${measured} for ${deviation}`);
      }),
    );
  });

  it('is not moved by a spike in a hundred, and says nothing of few', () => {
    const levels = normals(600).map((each, at) => (at % 100 === 50 ? 0 : 50 + each));
    assert.ok(Math.abs((measureNoise([readings(levels)]) ?? 0) - 1) < 0.2);
    assert.equal(measureNoise([readings(levels.slice(0, 21))]), undefined);
  });
});

describe('measureDrift', () => {
  it('finds what a degree does, and nothing where noise does more', () => {
    const noise = normals(60);
    const changes = noise.map((each, at) => ({
      degrees: Math.sin(at),
      percent: 0.3 * Math.sin(at) + 0.02 * each,
    }));
    assert.ok(Math.abs((measureDrift(changes) ?? 0) - 0.3) < 0.02);
    assert.equal(measureDrift(changes.slice(0, 23)), undefined);
    const noisy = noise.map((percent, at) => ({ degrees: Math.sin(at), percent }));
    assert.equal(measureDrift(noisy), undefined);
  });
});

describe('advise', () => {
  const codesOf = (
    given: QualityReading[],
    refills: { begun_at: number; ended_at: number }[] = [],
  ) => {
    const last = given.at(-1)?.recorded_at ?? 0;
    return advise(
      measureQuality(given, refills, () => false),
      last,
    ).map(({ code }) => code);
  };
  const noise = normals(400);
  const fine = noise.map((each, at) => 40 + at / 20 + 0.1 * each);

  it('says nothing of a good sensor', () => {
    assert.deepEqual(codesOf(readings(fine)), []);
  });

  it('names a pipe with its centimetres where water that falls in makes waves', () => {
    const levels = fine.map((level, at) => (at >= 200 ? level + 1.5 * (noise[at] ?? 0) : level));
    const given = readings(levels);
    const refills = [{ begun_at: 200 * 5 * minuteMs, ended_at: 400 * 5 * minuteMs }];
    assert.deepEqual(codesOf(given, refills), ['stilling_pipe']);
    const measures = measureQuality(given, refills, () => false);
    const [advice] = advise(measures, 2000 * minuteMs);
    assert.ok(Math.abs((advice?.numbers['cm'] ?? 0) - 3) < 0.6);
    assert.equal(advice?.numbers['cm'], measures.noiseFilling?.cm);
  });

  it('wants more readings, finer ones, and a network', () => {
    assert.deepEqual(codesOf(readings(fine, 40)), ['report_more_often']);
    assert.deepEqual(codesOf(readings(fine.map(Math.floor))), ['coarse_steps']);
    const cut = readings(fine).map((each, at) => ({
      ...each,
      recorded_at: each.recorded_at + Math.floor(at / 50) * 300 * minuteMs,
    }));
    assert.deepEqual(codesOf(cut), ['check_network']);
  });

  it('tells suspects near the lid from those anywhere', () => {
    const suspects = (isSuspect: (level: number, at: number) => boolean) =>
      readings(fine.map((level) => level * 1.6)).map((each, at) => ({
        ...each,
        isSuspect: isSuspect(each.level, at),
      }));
    assert.deepEqual(codesOf(suspects((level, at) => level > 85 && at % 5 === 0)), [
      'mount_higher',
    ]);
    const dirty = suspects((_, at) => at % 10 === 0);
    assert.deepEqual(codesOf(dirty), ['dirty_sensor']);
    // The second reading of a new sensor may be half of what is known.
    for (const count of [2, 20, 49]) assert.deepEqual(codesOf(dirty.slice(0, count)), []);
  });
});
