import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minuteMs } from '../../kit/time/units.ts';
import { createRandom, gaussian } from '../../simulator/random.ts';
import { largeStep } from './doubt.ts';
import { filterLevel, type LevelFilter, startFilter, type Verdict } from './level-filter.ts';

const start = Date.parse('2026-09-01T00:00:00Z');

/** Follows levels at equal intervals. @returns what became of each, and the level that was believed then. */
function follow(levels: readonly number[], everyMs: number) {
  const filter: LevelFilter = startFilter(start, levels[0] ?? 0);
  return levels.slice(1).map((raw, index): { raw: number; verdict: Verdict; level: number } => {
    const at = start + (index + 1) * everyMs;
    const verdict = filterLevel(filter, { at, raw, large: largeStep, isSudden: true }, 20);
    return { raw, verdict, level: filter.level };
  });
}

const tank = fc.record({
  seed: fc.nat(10_000),
  minutes: fc.constantFrom(1, 5, 10, 15),
  /** Percent of a reading. */
  pace: fc.double({ min: 0.5, max: 20, noNaN: true }),
});

describe('a level that moves', () => {
  it('into the zone where the water is too near tells no empty tank, however fast it came there', () => {
    fc.assert(
      fc.property(tank, fc.integer({ min: 1, max: 40 }), ({ seed, minutes, pace }, zeros) => {
        const random = createRandom(seed, 'zone');
        const tremble = () => 0.2 * gaussian(random);
        const still = Array.from({ length: 40 }, () => 40 + tremble());
        const rise = Array.from({ length: Math.floor(53 / pace) }, (_, n) => 40 + (n + 1) * pace);
        const near = Array<number>(zeros).fill(0);
        const back = Array.from({ length: 20 }, (_, n) => 92 - n * 0.3 + tremble());
        const told = follow([...still, ...rise, ...near, ...back], minutes * minuteMs);
        for (const { raw, verdict, level } of told) {
          assert.ok(level > 35, `${level} %`);
          if (raw === 0) assert.equal(verdict, 'refused');
        }
        assert.ok(Math.abs((told.at(-1)?.level ?? 0) - (back.at(-1) ?? 0)) < 2);
      }),
    );
  });

  it('down steadily believes no single echo from far below, and follows on', () => {
    fc.assert(
      fc.property(tank, fc.integer({ min: 3, max: 20 }), ({ seed, minutes, pace }, after) => {
        const random = createRandom(seed, 'echo');
        const slope = Math.min(pace, 1.8);
        const fall = Array.from(
          { length: 50 },
          (_, n) =>
            95 - Math.min(20, n) * 0.02 - Math.max(0, n - 20) * slope + 0.05 * gaussian(random),
        );
        const echoAt = 21 + after;
        const echo = 3;
        const levels = fall.map((level, index) => (index === echoAt ? echo : level));
        const told = follow(levels, minutes * minuteMs);
        for (const [index, { level }] of told.entries()) {
          assert.ok(level > (fall[index + 1] ?? 0) - 8, `${index}: ${level}`);
        }
        // An echo delays what it lies among by a few readings.
        assert.ok((told.at(-1)?.level ?? 0) < (fall.at(-1) ?? 0) + 8);
      }),
    );
  });
});
