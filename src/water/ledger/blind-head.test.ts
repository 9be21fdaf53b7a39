import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { minuteMs } from '../../kit/time/units.ts';
import { createRandom, gaussian } from '../../simulator/random.ts';
import { followReading, startTracker } from './tracker.ts';
import { packTracker, unpackTracker } from './tracker-text.ts';

const start = Date.parse('2026-09-01T00:00:00Z');

/** Follows levels at equal intervals, through the text in which trackers are stored. */
function follow(levels: readonly number[], everyMs: number, capacity: number) {
  const readings = levels.map((level, index) => {
    return { recorded_at: start + index * everyMs, level, volume: (capacity * level) / 100 };
  });
  const [first = { recorded_at: start, level: 0, volume: 0 }, ...others] = readings;
  let tracker = startTracker(first);
  let [consumed, refilled, unexplained, blindMs] = [0, 0, 0, 0];
  for (const reading of others) {
    tracker = unpackTracker(packTracker(tracker));
    const entry = followReading(tracker, reading);
    consumed += entry.flow.consumedLevel;
    refilled += entry.flow.refilledLevel;
    unexplained += Math.abs(entry.unexplained);
    blindMs += entry.blindMs;
  }
  return { consumed, refilled, unexplained, blindMs };
}

const tank = fc.record({
  seed: fc.nat(10_000),
  minutes: fc.constantFrom(2, 5),
  /** So large that no outlet takes within two minutes what the blind zone holds. */
  capacity: fc.integer({ min: 10_000, max: 40_000 }),
  /** Level above which the head says full, and the share of what lies above that the pump fills. */
  edge: fc.integer({ min: 79, max: 90 }),
  filled: fc.double({ min: 0.3, max: 1, noNaN: true }),
  noise: fc.constantFrom(0, 0.3, 1),
});

describe('a head that says full of all that it is too near to measure', () => {
  it('has its use booked once the level comes out of where it is blind, however large the tank is', () => {
    fc.assert(
      fc.property(tank, ({ seed, minutes, capacity, edge, filled, noise }) => {
        const random = createRandom(seed, 'blind');
        const [days, low] = [8, 45];
        const top = edge + filled * (100 - edge);
        const levels = Array.from({ length: (days * 24 * 60) / minutes }, (_, index) => {
          const hours = ((index * minutes) / 60) % 24;
          const water =
            hours < 3 ? low + ((top - low) * hours) / 3 : top - ((top - low) * (hours - 3)) / 21;
          const seen = water + noise * gaussian(random);
          return seen > edge ? 100 : seen;
        });
        const { consumed, refilled, unexplained } = follow(levels, minutes * minuteMs, capacity);
        assert.ok(unexplained < 3, `${unexplained} % that nothing explains`);
        // What is full may stand as high as the brim; where noise has it flap at the edge it is an echo, and not booked.
        const [least, most] = [0.9 * days * (edge - low), 1.05 * days * (100 - low)];
        assert.ok(consumed > least && consumed < most, `${consumed}: ${least} to ${most}`);
        assert.ok(refilled > least && refilled < most, `${refilled}: ${least} to ${most}`);
      }),
      { numRuns: 40 },
    );
  });

  it('does not hide that a level falls further than where it is blind, faster than any outlet', () => {
    const fault = fc.record({
      seed: fc.nat(10_000),
      capacity: fc.integer({ min: 10_000, max: 40_000 }),
      to: fc.integer({ min: 10, max: 60 }),
    });
    fc.assert(
      fc.property(fault, ({ seed, capacity, to }) => {
        const random = createRandom(seed, 'fault');
        const levels = Array.from({ length: 400 }, (_, index) =>
          index < 200 ? 100 : to + 0.2 * gaussian(random),
        );
        const { consumed, unexplained } = follow(levels, 2 * minuteMs, capacity);
        assert.ok(consumed < 2, `${consumed}`);
        assert.ok(Math.abs(unexplained - (100 - to)) < 2, `${unexplained}`);
      }),
      { numRuns: 40 },
    );
  });
});

describe('the time in which a head tells nothing', () => {
  const blind = fc.record({
    seed: fc.nat(10_000),
    minutes: fc.constantFrom(2, 5, 10, 15),
    /** Hours of each spell: zeros that last for a day are followed at last, and tell as little. */
    spells: fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 3 }),
    noise: fc.constantFrom(0, 0.3, 1),
  });

  it('is that of its zeros, however long they last', () => {
    fc.assert(
      fc.property(blind, ({ seed, minutes, spells, noise }) => {
        const random = createRandom(seed, 'zeros');
        const told = (hours: number, shows: (at: number) => number) =>
          Array.from({ length: (hours * 60) / minutes }, (_, index) => shows(index));
        const seen = () => 85 + noise * gaussian(random);
        const levels = [12, ...spells].flatMap((hours, index) => [
          ...(index === 0 ? [] : told(hours, () => 0)),
          ...told(12, seen),
        ]);
        const { blindMs } = follow(levels, minutes * minuteMs, 5000);
        const truth = spells.reduce((sum, hours) => sum + hours, 0) * 60 * minuteMs;
        const least = truth - spells.length * minutes * minuteMs;
        assert.ok(blindMs >= least && blindMs <= truth, `${blindMs}: ${least} to ${truth}`);
      }),
      { numRuns: 40 },
    );
  });

  it('is none of a sensor whose every second reading is 0: the others tell the level', () => {
    fc.assert(
      fc.property(blind, ({ seed, minutes, noise }) => {
        const random = createRandom(seed, 'half');
        const levels = Array.from({ length: 400 }, (_, index) =>
          index % 2 === 0 ? 0 : 70 - index / 40 + noise * gaussian(random),
        );
        assert.equal(follow([70, ...levels], minutes * minuteMs, 5000).blindMs, 0);
      }),
      { numRuns: 40 },
    );
  });
});
