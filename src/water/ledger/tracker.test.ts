import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { tankCourse } from '../../../test/helpers/water/tank-course.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { addFlows, type Flow, noFlow, playOf } from './flow-meter.ts';
import type { Refill } from './refill-rise.ts';
import { followReading, type LedgerReading, startTracker, type Tracker } from './tracker.ts';
import { packTracker, unpackTracker } from './tracker-text.ts';

const start = Date.parse('2026-09-01T00:00:00Z');

type Followed = {
  tracker: Tracker;
  flow: Flow;
  gap: number;
  unexplained: number;
  refills: Refill[];
  verdicts: string[];
};

/** Follows readings as batches do, storing the tracker after each. */
function follow(readings: LedgerReading[], known?: Tracker): Followed {
  const first = readings[0] as LedgerReading;
  let tracker = known ?? startTracker(first);
  const followed: Followed = {
    tracker,
    flow: noFlow,
    gap: 0,
    unexplained: 0,
    refills: [],
    verdicts: [],
  };
  for (const reading of known ? readings : readings.slice(1)) {
    tracker = unpackTracker(packTracker(tracker));
    const { flow, isOfGap, refill, verdict, unexplained } = followReading(tracker, reading);
    followed.unexplained += unexplained;
    followed.flow = addFlows(followed.flow, flow);
    if (isOfGap) followed.gap += flow.consumedLevel;
    if (refill) followed.refills.push(refill);
    followed.verdicts.push(verdict);
  }
  return { ...followed, tracker };
}

const toReadings = (course: { at: number; level: number }[], litres = 20): LedgerReading[] =>
  course.map(({ at, level }) => ({ recorded_at: at, level, volume: level * litres }));

/** Histories of any tank, short enough that a counterexample can be read. */
const anyTank = fc.record({
  seed: fc.nat(10_000),
  noise: fc.constantFrom(0, 0.1, 0.3, 1),
  everyMs: fc.constantFrom(minuteMs, 5 * minuteMs, 15 * minuteMs),
  hours: fc.integer({ min: 10, max: 60 }),
  slowness: fc.constantFrom(1, 4),
});

type AnyTank = { seed: number; noise: number; everyMs: number; hours: number; slowness: number };

const readingsOf = (tank: AnyTank) => toReadings(tankCourse({ start, ...tank }));

const near = (actual: number, expected: number, within: number) =>
  assert.ok(Math.abs(actual - expected) <= within, `${actual} instead of ${expected}`);

/** Level at rest, read every five minutes. */
const resting = (count: number, levelAt: (index: number) => number): LedgerReading[] =>
  Array.from({ length: count }, (_, index) => {
    const level = levelAt(index);
    return { recorded_at: start + index * 5 * minuteMs, level, volume: level * 20 };
  });

describe('the tracker of a sensor', () => {
  it('holds: refilled less consumed is how far the level went, within the play', () => {
    fc.assert(
      fc.property(anyTank, (tank) => {
        const readings = readingsOf(tank);
        // The first few may be refused as wrong, and the tank starts after them.
        const begun = follow(readings.slice(0, 10)).tracker;
        const first = begun.mark.level;
        const { tracker, flow, unexplained } = follow(readings.slice(10), begun);
        const moved = tracker.mark.level - first - unexplained;
        near(flow.refilledLevel - flow.consumedLevel, moved, 1e-6);
        near(flow.refilledVolume - flow.consumedVolume, moved * 20, 1e-2);
        if (tracker.filter.doubts === 0 && tracker.filter.doubtLevel === null) {
          near(tracker.mark.level, tracker.filter.level, 3 * playOf(tracker.filter) + 1e-3);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('holds: days add up to the range, and a history may be cut anywhere', () => {
    fc.assert(
      fc.property(anyTank, fc.double({ min: 0, max: 1, noNaN: true }), (tank, share) => {
        const readings = readingsOf(tank);
        const cut = 1 + Math.floor(share * (readings.length - 2));
        const whole = follow(readings);
        const head = follow(readings.slice(0, cut));
        const tail = follow(readings.slice(cut), head.tracker);
        assert.deepEqual(tail.tracker, whole.tracker);
        assert.deepEqual([...head.refills, ...tail.refills], whole.refills);
        assert.deepEqual([...head.verdicts, ...tail.verdicts], whole.verdicts);
        const added = addFlows(head.flow, tail.flow);
        for (const key of ['consumedLevel', 'refilledVolume'] as const) {
          near(added[key], whole.flow[key], 1e-6);
        }
      }),
      { numRuns: 40 },
    );
  });

  it('holds: the unit of volumes changes nothing but the litres, in proportion', () => {
    const litres = fc.double({ min: 1, max: 500, noNaN: true });
    fc.assert(
      fc.property(anyTank, litres, (tank, perPercent) => {
        const readings = readingsOf(tank);
        const scaled = readings.map((each) => ({ ...each, volume: each.level * perPercent }));
        const [one, other] = [follow(readings), follow(scaled)];
        assert.equal(other.flow.consumedLevel, one.flow.consumedLevel);
        assert.equal(other.refills.length, one.refills.length);
        const ratio = perPercent / 20;
        const expected = one.flow.consumedVolume * ratio;
        near(other.flow.consumedVolume, expected, expected / 200 + 0.1 * ratio);
      }),
      { numRuns: 40 },
    );
  });

  it('holds: a tank that stands higher by as much all the time has the same ledger', () => {
    fc.assert(
      fc.property(anyTank, fc.integer({ min: -25, max: 10 }), (tank, offset) => {
        const readings = readingsOf(tank);
        const levels = (by: number) =>
          readings.map(({ recorded_at, level }) => ({
            recorded_at,
            level: level + by,
            volume: null,
          }));
        const [one, other] = [follow(levels(0)), follow(levels(offset))];
        near(other.flow.consumedLevel, one.flow.consumedLevel, 0.1);
        near(other.flow.refilledLevel, one.flow.refilledLevel, 0.1);
        assert.equal(other.refills.length, one.refills.length);
      }),
      { numRuns: 40 },
    );
  });

  it('finds use and refills of a tank of which the truth is known', () => {
    for (const noise of [0, 0.3, 1]) {
      const week = { start, hours: 7 * 28, everyMs: 5 * minuteMs, slowness: 4 };
      const { flow, refills } = follow(toReadings(tankCourse({ ...week, noise })));
      near(flow.consumedLevel, 350, 17);
      near(flow.refilledLevel, 350, 17);
      assert.equal(refills.length, 6, 'the seventh has not ended');
      for (const { risenLevel } of refills) near(risenLevel, 50, 3.5);
    }
  });

  it('follows a level that moves fast and on, although its filter never settles', () => {
    const course = { start, hours: 7 * 4, everyMs: 10 * minuteMs, noise: 1 };
    const { flow, refills } = follow(toReadings(tankCourse(course)));
    near(flow.consumedLevel, 200, 30);
    assert.equal(refills.length, 3);
  });

  it('moves nothing by a spike, or two in a row', () => {
    for (const spikes of [1, 2]) {
      const readings = resting(200, (index) => (index >= 100 && index < 100 + spikes ? 5 : 60));
      const { flow, verdicts, refills } = follow(readings);
      assert.deepEqual(flow, noFlow);
      assert.deepEqual(refills, []);
      assert.equal(verdicts.filter((verdict) => verdict === 'refused').length, spikes);
    }
  });

  it('believes a jump that stays', () => {
    const { flow, tracker } = follow(resting(200, (index) => (index < 100 ? 60 : 30)));
    near(tracker.mark.level, 30, 0.2);
    near(flow.consumedLevel, 30, 0.2);
    near(flow.consumedVolume, 600, 4);
    assert.equal(flow.refilledLevel, 0);
  });

  it('counts no use of a reading that flickers between two values, over days', () => {
    for (const step of [1, 0.5]) {
      const random = (index: number) => Math.imul(index + 1, 2_654_435_761) >>> 31;
      const { flow } = follow(resting(4 * 288, (index) => 60 + step * random(index)));
      assert.ok(flow.consumedLevel < 1.5, `${flow.consumedLevel} %`);
      assert.ok(flow.refilledLevel < 1.5, `${flow.refilledLevel} %`);
    }
  });

  it('takes a capacity that was corrected for no flow', () => {
    const readings = resting(200, () => 60).map((reading, index) => ({
      ...reading,
      volume: index < 100 ? 1200 : 2400,
    }));
    const { flow, tracker } = follow(readings);
    assert.deepEqual(flow, noFlow);
    near(tracker.mark.volume ?? 0, 2400, 1);
  });

  it('holds: whatever litres are said, what is reckoned from them is a number', () => {
    const volume = fc.constantFrom(null, 0, 5e-324, 1, 1000, 1e9);
    const level = fc.constantFrom(0, 1, 20, 50, 110);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(level, volume), { minLength: 8, maxLength: 20 }),
        (readings) => {
          const { flow, refills, tracker } = follow(
            readings.map(([level, volume], index) => ({
              recorded_at: start + index * 10 * hourMs,
              level,
              volume,
            })),
          );
          const { mark, rise } = tracker;
          const litres = [
            flow.consumedVolume,
            flow.refilledVolume,
            ...refills.map(({ risenVolume }) => risenVolume),
            mark.volume ?? 0,
            rise.low.volume ?? 0,
            rise.high.volume ?? 0,
          ];
          assert.ok(litres.every(Number.isFinite), `${litres}`);
        },
      ),
    );
  });

  it('marks what was used in silence as used in a gap', () => {
    const before = resting(100, () => 60);
    const after = resting(100, () => 50).map((reading) => ({
      ...reading,
      recorded_at: reading.recorded_at + dayMs,
    }));
    const { flow, gap } = follow([...before, ...after]);
    near(flow.consumedLevel, 10, 0.3);
    near(gap, 10, 1);
    assert.equal(follow(before).gap, 0);
  });

  it('believes the first readings of a sensor as they are, where water can do what they say', () => {
    const { flow } = follow(resting(4, (index) => [20, 38, 31.5, 30][index] ?? 30));
    assert.equal(flow.refilledLevel, 18);
    assert.equal(flow.consumedLevel, 6.5);
  });
});
