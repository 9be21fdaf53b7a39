import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { demoTanks } from '../../simulator/demo-tanks.ts';
import { createRandom, gaussian } from '../../simulator/random.ts';
import { VirtualTank } from '../../simulator/tank.ts';
import type { Refill } from './refill-rise.ts';
import { followReading, startTracker } from './tracker.ts';
import { packTracker, unpackTracker } from './tracker-text.ts';

const start = Date.parse('2026-09-01T00:00:00Z');
const seeds = fc.nat(10_000);
const intervals = fc.constantFrom(5, 10, 15);

/**
 * Follows levels at equal intervals, through the text in which trackers are stored now and then.
 * @param capacity litres of the full tank, null where they are unknown.
 */
function follow(levels: readonly number[], everyMs: number, capacity: number | null = null) {
  const volumeOf = (level: number) => (capacity === null ? null : (capacity * level) / 100);
  const [first = 0] = levels;
  let tracker = startTracker({ recorded_at: start, level: first, volume: volumeOf(first) });
  let [consumed, unexplained] = [0, 0];
  const refills: Refill[] = [];
  for (const [index, level] of levels.entries()) {
    if (index === 0) continue;
    if (index % 7 === 0) tracker = unpackTracker(packTracker(tracker));
    const reading = { recorded_at: start + index * everyMs, level, volume: volumeOf(level) };
    const { flow, refill, unexplained: open } = followReading(tracker, reading);
    consumed += flow.consumedLevel;
    unexplained += Math.abs(open);
    if (refill) refills.push(refill);
  }
  return { consumed, refills, unexplained };
}

/** What a sensor tells each so many minutes, from the level of each hour since its beginning. */
function tell(
  { seed, minutes, days, noise }: { seed: number; minutes: number; days: number; noise: number },
  levelAt: (hours: number) => number,
): number[] {
  const random = createRandom(seed, 'no water');
  return Array.from({ length: (days * 24 * 60) / minutes }, (_, index) => {
    const level = levelAt((index * minutes) / 60) + noise * gaussian(random);
    return Math.min(100, Math.max(0, Math.round(100 * level) / 100));
  });
}

describe('what no water makes is no refill', () => {
  it('holds of the heat of the day, which moves a sensor by two percent and more', () => {
    fc.assert(
      fc.property(seeds, intervals, (seed, minutes) => {
        const warmth = (hours: number) => 55 + 1.15 * Math.sin((Math.PI * (hours - 9)) / 12);
        const levels = tell({ seed, minutes, days: 8, noise: 0.3 }, warmth);
        assert.deepEqual(follow(levels, minutes * minuteMs).refills, []);
      }),
      { numRuns: 40 },
    );
  });

  it('holds of echoes from above the water, which the brim cuts off', () => {
    fc.assert(
      fc.property(seeds, intervals, fc.integer({ min: 1, max: 4 }), (seed, minutes, longest) => {
        const isEcho = (index: number) => index > 200 && index % 97 < longest;
        const levels = tell({ seed, minutes, days: 6, noise: 0.3 }, () => 94.5).map(
          (level, index) => (isEcho(index) ? 100 : level),
        );
        const { refills, consumed } = follow(levels, minutes * minuteMs);
        assert.deepEqual(refills, []);
        assert.ok(consumed < 6, `${consumed}`);
      }),
      { numRuns: 40 },
    );
  });

  it('is rare in the first days of a sensor whose noise lasts and is as large as one percent', () => {
    const tanks = Array.from({ length: 60 }, (_, seed) => {
      const random = createRandom(seed, 'lasting');
      const keep = Math.exp(-1 / 3);
      let noise = gaussian(random);
      const levels = Array.from({ length: 3 * 24 * 60 }, () => {
        noise = keep * noise + Math.sqrt(1 - keep * keep) * gaussian(random);
        return 50 + noise;
      });
      return follow(levels, minuteMs).refills.length;
    });
    const invented = tanks.filter((refills) => refills > 0).length;
    assert.ok(invented <= 12, `${invented} of ${tanks.length}`);
  });

  it('holds of the first hours of a new sensor of one percent of noise', () => {
    const invented = Array.from({ length: 200 }, (_, seed) => {
      const minutes = [1, 5, 10, 15][seed % 4] ?? 5;
      const levels = tell({ seed, minutes, days: 1, noise: 1 }, () => 60);
      return follow(levels, minutes * minuteMs).refills.length;
    }).filter((refills) => refills > 0).length;
    assert.ok(invented <= 4, `${invented} of 200`);
  });

  it('holds of a blind zone, in which the echo that comes twice makes a full tank look less full', () => {
    // Filled for four hours each night from 80 % to 98 %, drawn by day; above 95 % it looks 7 % lower.
    const water = (hours: number) => {
      const ofDay = hours % 24;
      return ofDay < 4 ? 80 + 4.5 * ofDay : Math.max(80, 98 - 1.5 * Math.max(0, ofDay - 8));
    };
    fc.assert(
      fc.property(seeds, fc.constantFrom(5, 10), (seed, minutes) => {
        const days = 10;
        const levels = tell({ seed, minutes, days, noise: 0.3 }, (hours) => {
          const level = water(hours);
          return level > 95 ? level - 7 : level;
        });
        const { refills, consumed } = follow(levels, minutes * minuteMs);
        // The first way back is told from water by nobody, the second not always.
        const byDay = refills.filter(({ begunAt }) => ((begunAt - start) / hourMs) % 24 > 6);
        assert.ok(byDay.length <= 2, `${byDay.length}`);
        assert.ok(refills.length - byDay.length >= days - 1, `${refills.length}`);
        assert.ok(consumed < 23 * days, `${consumed}`);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a sensor that says 0 for days', () => {
  it('makes neither use nor a refill, wherever the level is when it says more', () => {
    const failed = fc.record({
      seed: seeds,
      minutes: intervals,
      hours: fc.integer({ min: 26, max: 90 }),
      before: fc.integer({ min: 30, max: 95 }),
      after: fc.integer({ min: 30, max: 95 }),
    });
    fc.assert(
      fc.property(failed, ({ seed, minutes, hours, before, after }) => {
        const isFailed = (at: number) => at >= 48 && at < 48 + hours;
        const water = (at: number) => (at < 48 ? before : after);
        const levels = tell({ seed, minutes, days: 8, noise: 0.3 }, water).map((level, index) =>
          isFailed((index * minutes) / 60) ? 0 : level,
        );
        const { refills, consumed, unexplained } = follow(levels, minutes * minuteMs, 5000);
        assert.deepEqual(refills, []);
        assert.ok(consumed < 3, `${consumed}`);
        assert.ok(Math.abs(unexplained - before - after) < 6, `${unexplained}`);
      }),
      { numRuns: 40 },
    );
  });
});

describe('what water makes stays a refill', () => {
  it('holds of a pump that fills fast, and to the same level each time', () => {
    fc.assert(
      fc.property(seeds, intervals, (seed, minutes) => {
        // Four percent in five minutes, twice a day, amid heavy use.
        const water = (hours: number) => {
          const ofRun = hours % 12;
          return ofRun < 0.5 ? Math.min(96, 72 + 48 * ofRun) : 96 - 2.1 * (ofRun - 0.5);
        };
        const days = 8;
        const levels = tell({ seed, minutes, days, noise: 0.3 }, water);
        const { refills } = follow(levels, minutes * minuteMs);
        assert.ok(refills.length >= 2 * days - 2, `${refills.length}`);
        assert.ok(refills.every(({ endedAt, begunAt }) => endedAt - begunAt <= 3 * hourMs));
      }),
      { numRuns: 30 },
    );
  });

  const filled = fc.record({
    seed: seeds,
    minutes: intervals,
    top: fc.integer({ min: 70, max: 96 }),
    /** Percent an hour of the pump, and percent that are drawn within minutes, hours behind its run. */
    rate: fc.integer({ min: 20, max: 90 }),
    draw: fc.integer({ min: 3, max: 25 }),
    after: fc.double({ min: 0.5, max: 6, noNaN: true }),
  });

  it('holds of a pump whose readings are large steps, with large draws once it has filled', () => {
    fc.assert(
      fc.property(filled, ({ seed, minutes, top, rate, draw, after }) => {
        const low = top - 55;
        const run = 55 / rate;
        const water = (hours: number) => {
          const ofDay = hours % 24;
          if (ofDay < run) return low + rate * ofDay;
          const drawn = Math.min(draw, Math.max(0, ofDay - run - after) * 12 * draw);
          return top - drawn - ((55 - draw) * (ofDay - run)) / (24 - run);
        };
        const levels = tell({ seed, minutes, days: 10, noise: 0.3 }, water);
        const { refills, unexplained } = follow(levels, minutes * minuteMs);
        assert.ok(unexplained < 5, `${unexplained} % that nothing explains`);
        // The first run may begin before the first reading.
        const sum = refills.reduce((risen, { risenLevel }) => risen + risenLevel, 0);
        assert.ok(sum > 9 * 0.92 * 55 && sum < 10 * 1.08 * 55, `${sum} % of ten times 55`);
      }),
      { numRuns: 60 },
    );
  });

  it('holds of a tanker that fills to where a draw began', () => {
    fc.assert(
      fc.property(filled, ({ seed, minutes, top, draw }) => {
        // By a pump to the top, from which half an hour later a draw begins, and by a tanker in minutes a day later.
        const water = (hours: number) => {
          if (hours < 30) return 20;
          if (hours < 32) return 20 + ((top - 20) * (hours - 30)) / 2;
          if (hours < 32.5) return top;
          if (hours < 54) return top - draw - 0.5 * (hours - 32.5);
          return hours < 60 ? top - draw - 11 - 2 * (hours - 54) : top;
        };
        const levels = tell({ seed, minutes, days: 4, noise: 0.3 }, water);
        const { unexplained } = follow(levels, minutes * minuteMs);
        assert.ok(unexplained < 5, `${unexplained} % that nothing explains`);
      }),
      { numRuns: 60 },
    );
  });

  it('holds of several draws in a row from a tank that its pump has filled to the brim', () => {
    const draws = fc.array(
      fc.record({ depth: fc.integer({ min: 4, max: 8 }), after: fc.integer({ min: 1, max: 6 }) }),
      { minLength: 4, maxLength: 8 },
    );
    fc.assert(
      fc.property(seeds, draws, (seed, draws) => {
        // Filled within an hour each night; a draw takes its reading of ten minutes, and others follow at once.
        const days = 6;
        const drawn = draws.reduce((sum, { depth }) => sum + depth, 0);
        const falls = draws.flatMap(({ depth, after }) => [depth, ...Array(after - 1).fill(0)]);
        const ofDay = (index: number) => {
          if (index < 6) return 100 - drawn + (drawn * index) / 6;
          const fallen = falls.slice(0, Math.max(0, index - 60));
          return 100 - fallen.reduce((sum, depth) => sum + depth, 0);
        };
        const water = (hours: number) => ofDay(Math.round(hours * 6) % 144);
        const levels = tell({ seed, minutes: 10, days, noise: 0.3 }, water);
        const { unexplained, consumed } = follow(levels, 10 * minuteMs, 20_000);
        assert.ok(unexplained < 1, `${unexplained} % that nothing explains`);
        // The tip of a peak is lost where water is drawn within minutes of the brim.
        assert.ok(consumed > 0.7 * days * drawn, `${consumed} of ${days * drawn}`);
      }),
      { numRuns: 60 },
    );
  });

  it('holds of the tanks of the demo, whenever it is started', () => {
    for (const begun of [4, 7, 17]) {
      for (const plan of demoTanks()) {
        const tank = new VirtualTank(
          { ...plan, seed: plan.seed + begun },
          start + begun * 7 * minuteMs,
        );
        const levels = Array.from({ length: 30 * 144 }, () => {
          tank.step(10);
          return tank.read().levelPercent;
        });
        const { unexplained } = follow(levels, 10 * minuteMs, tank.capacity);
        assert.ok(unexplained < 3, `${plan.deviceName}: ${unexplained} % that nothing explains`);
      }
    }
  });
});
