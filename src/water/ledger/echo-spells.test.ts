import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { createRandom, gaussian } from '../../simulator/random.ts';
import { addFlows, noFlow } from './flow-meter.ts';
import type { Refill } from './refill-rise.ts';
import { followReading, startTracker, type Tracker } from './tracker.ts';
import { packTracker, unpackTracker } from './tracker-text.ts';

const start = Date.parse('2026-09-01T00:00:00Z');

/** Follows levels at equal intervals, through the text in which trackers are stored. */
function follow(levels: readonly number[], everyMs: number) {
  let tracker: Tracker = startTracker({ recorded_at: start, level: levels[0] ?? 0, volume: null });
  let flow = noFlow;
  let unexplained = 0;
  const refills: Refill[] = [];
  for (const [index, level] of levels.entries()) {
    if (index === 0) continue;
    tracker = unpackTracker(packTracker(tracker));
    const reading = { recorded_at: start + index * everyMs, level, volume: null };
    const entry = followReading(tracker, reading);
    flow = addFlows(flow, entry.flow);
    unexplained += entry.unexplained;
    if (entry.refill) refills.push(entry.refill);
  }
  return { flow, unexplained, refills };
}

const spell = fc.record({
  seed: fc.nat(10_000),
  minutes: fc.constantFrom(5, 10, 15),
  by: fc.integer({ min: 12, max: 45 }),
  hours: fc.double({ min: 1, max: 4, noNaN: true }),
});

describe('a spell of false echoes', () => {
  it('has no refill and no use, once one echo has gone at once', () => {
    fc.assert(
      fc.property(spell, ({ seed, minutes, by, hours }) => {
        const random = createRandom(seed, 'spell');
        const ofHour = 60 / minutes;
        const isEcho = (index: number) => {
          const at = index / ofHour;
          if (at >= 24 && at < 24.3) return true;
          return [27, 33, 44].some((begin) => at >= begin && at < begin + hours);
        };
        const levels = Array.from(
          { length: 72 * ofHour },
          (_, index) => 50 + (isEcho(index) ? by : 0) + 0.2 * gaussian(random),
        );
        const { flow, refills } = follow(levels, minutes * minuteMs);
        assert.deepEqual(refills, []);
        assert.ok(flow.consumedLevel < 5, `${flow.consumedLevel}`);
      }),
      { numRuns: 40 },
    );
  });

  it('hides no refill that stays: it is told late, and of when it came', () => {
    fc.assert(
      fc.property(spell, ({ seed, minutes, by }) => {
        const random = createRandom(seed, 'stays');
        const ofHour = 60 / minutes;
        const levelAt = (at: number) => {
          if (at >= 24 && at < 24.3) return 50 + by;
          return at < 30 ? 50 : 50 + by;
        };
        const levels = Array.from(
          { length: 48 * ofHour },
          (_, index) => levelAt(index / ofHour) + 0.2 * gaussian(random),
        );
        const { refills } = follow(levels, minutes * minuteMs);
        const risen = refills.reduce((sum, { risenLevel }) => sum + risenLevel, 0);
        assert.ok(Math.abs(risen - by) < 4, `${risen}`);
        assert.ok((refills.at(-1)?.endedAt ?? 0) >= start + 30 * hourMs);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a fall that no outlet makes', () => {
  it('takes no use behind it away, and the way back of the sensor is no refill', () => {
    const fault = fc.record({
      seed: fc.nat(10_000),
      by: fc.integer({ min: 57, max: 62 }),
      /** Percent that are used in an hour, and hours until the sensor is right again. */
      rate: fc.double({ min: 0.5, max: 0.9, noNaN: true }),
      hours: fc.integer({ min: 8, max: 20 }),
    });
    fc.assert(
      fc.property(fault, ({ seed, by, rate, hours }) => {
        const random = createRandom(seed, 'fault');
        const levels = Array.from({ length: 12 * (15 + hours) }, (_, index) => {
          const isWrong = index >= 120 && index < 12 * (10 + hours);
          return 96 - (rate * index) / 12 - (isWrong ? by : 0) + 0.2 * gaussian(random);
        });
        const { flow, unexplained, refills } = follow(levels, 5 * minuteMs);
        // Half an hour at each of the two steps is in doubt, and the mark stands a play behind the level.
        const used = rate * (15 + hours);
        assert.ok(Math.abs(flow.consumedLevel - used) < 2 + rate, `${flow.consumedLevel}, ${used}`);
        assert.ok(Math.abs(unexplained) < 2 + rate, `${unexplained}`);
        assert.deepEqual(refills, []);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a refill over a silence', () => {
  it('ends no sooner than it begins, however long the silence was', () => {
    const course = fc.array(
      fc.record({
        hours: fc.double({ min: 0.25, max: 200, noNaN: true }),
        level: fc.double({ min: 5, max: 95, noNaN: true }),
      }),
      { minLength: 5, maxLength: 60 },
    );
    fc.assert(
      fc.property(course, (readings) => {
        const tracker = startTracker({ recorded_at: start, level: 50, volume: null });
        let at = start;
        for (const { hours, level } of readings) {
          at += Math.round(hours * hourMs);
          const { refill } = followReading(tracker, { recorded_at: at, level, volume: null });
          assert.ok(!refill || refill.begunAt <= refill.endedAt);
          assert.ok(!refill || refill.risenLevel <= 100);
        }
      }),
    );
  });
});
