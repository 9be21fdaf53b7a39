import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { normal, randomOf } from '../../../../test/helpers/water/seeded.ts';
import { allowedDryMs } from '../../../../test/scenario/faults.ts';
import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';
import { followReading, startTracker } from '../../ledger/tracker.ts';
import { afterReading } from '../../pumps/follow-pump.ts';
import { dryAfterOf } from '../../pumps/pump-rise.ts';
import type { PumpState } from '../../pumps/pump-state.ts';
import type { Memory } from '../detector.ts';
import { heldValueOf, noteMeasured } from './held-value.ts';

/** A tank that a pump with a float fills from 30 to 80 %, and a board that says whether it runs. */
type World = {
  seed: number;
  /** Minutes between two posts, and for which the board repeats what it measured. */
  every: number;
  hold: number;
  /** Deviation of the sensor's noise and its smallest step, in percent. */
  noise: number;
  step: number;
  /** Percent an hour that the pump brings, and percent a day that people draw. */
  rate: number;
  draw: number;
  /** Share of the posts that are lost. */
  loss: number;
};

const days = 6;
const driesAt = 4 * dayMs;

/** Follows a pump whose well is dry from the fourth day on. */
function play({ seed, every, hold, noise, step, rate, draw, loss }: World) {
  const random = randomOf(seed);
  let [level, held, isOn, hasFilled] = [50, 50, false, false];
  // It has run before: of a pump that never did, nothing is kept.
  let state: PumpState = { offSince: 0 };
  let holding: Memory = {};
  let last: { recordedAt: number; raw: number } | undefined;
  let tracker: ReturnType<typeof startTracker> | undefined;
  let dryFrom: number | undefined;
  const told: number[] = [];
  for (let now = 0; now < days * dayMs; now += minuteMs) {
    if (level > 80) [isOn, hasFilled] = [false, true];
    if (level < 30 && !isOn) {
      isOn = true;
      if (now >= driesAt) dryFrom ??= now;
    }
    const isBringing = isOn && dryFrom === undefined;
    level = Math.max(0, level + ((isBringing ? rate : 0) - drawAt(draw, now)) / 60);
    if (now % (hold * minuteMs) === 0 || hold < every) {
      const measured = level + noise * normal(random);
      held = Math.min(100, Math.max(0, Number((step * Math.round(measured / step)).toFixed(2))));
    }
    if (now % (every * minuteMs) !== 0 || random() < loss) continue;
    const reading = { recorded_at: now, level: held, volume: null };
    const isSuspect =
      tracker !== undefined && followReading(tracker, reading).verdict === 'refused';
    tracker ??= startTracker(reading);
    const { filter } = tracker;
    const of = { level: filter.level, measured: held, noise: Math.sqrt(filter.noise), isSuspect };
    const before = state.dryAt;
    // As the server does at the begin of a run, by the refills before it.
    const rates = hasFilled ? [rate] : [];
    if (isOn) state = { dryAfterMs: dryAfterOf(rates, of.noise), ...state };
    holding = noteMeasured(holding, { recordedAt: now, raw: held, before: last });
    last = { recordedAt: now, raw: held };
    state = afterReading(
      state,
      { at: now, pump: isOn ? 'on' : 'off', ...of },
      { isSteered: false, held: heldValueOf(holding) },
    );
    if (state.dryAt !== undefined && state.dryAt !== before) told.push(now);
  }
  const beginsAt = dryFrom ?? Number.POSITIVE_INFINITY;
  const forNothing = told.filter((at) => at < beginsAt).length;
  const first = told.find((at) => at >= beginsAt) ?? Number.POSITIVE_INFINITY;
  return {
    forNothing,
    after: (first - beginsAt) / minuteMs,
    held: Math.round(heldValueOf(holding).heldMs / minuteMs),
  };
}

function drawAt(perDay: number, at: number): number {
  const hour = Math.floor(at / hourMs) % 24;
  const share = hour >= 5 && hour < 9 ? 4 : hour >= 17 && hour < 21 ? 3 : hour < 5 ? 0.1 : 0.6;
  return (perDay / 38) * share;
}

const base: World = {
  seed: 1,
  every: 5,
  hold: 0,
  noise: 0.3,
  step: 0.01,
  rate: 20,
  draw: 40,
  loss: 0,
};

/** Sensors without noise, with little, with steps of a tenth and of 1 %, and with the noise of 1 %. */
const sensors = [
  { noise: 0, step: 0.01 },
  { noise: 0, step: 1 },
  { noise: 0.3, step: 0.1 },
  { noise: 1, step: 0.01 },
];
/** Minutes between two posts, and for which a value is held; 0 is a board that measures for each post. */
const boards = [5, 1].flatMap((every) => [0, 10, 15, 30].map((hold) => ({ every, hold })));

describe('a pump behind a board that repeats what it measured', () => {
  it('is told to run dry when it does, and by no value that is repeated', () => {
    for (const board of boards) {
      for (const sensor of sensors) {
        // Where the noise is 1 %, what a slow pump brings does not show in that time while people draw.
        for (const rate of sensor.noise < 1 ? [20, 40] : [40]) {
          const world = { ...base, ...board, ...sensor, rate };
          const { forNothing, after } = play(world);
          const about = JSON.stringify({ ...world, forNothing, after });
          assert.equal(forNothing, 0, about);
          // Noise that is seen at each new value alone can look like a rise, which then stops.
          const stallMinutes = sensor.noise === 1 && board.hold > 0 ? 45 : 0;
          const allowed = allowedDryMs(rate) / minuteMs + board.every + board.hold + stallMinutes;
          assert.ok(after <= allowed, about);
        }
      }
    }
  });

  it('is told so where it fills by 3 % an hour, of whose first run nothing is known', () => {
    for (const board of boards) {
      for (const sensor of sensors.filter(({ noise }) => noise < 1)) {
        const world = { ...base, ...board, ...sensor, rate: 3, draw: 15 };
        const { forNothing, after } = play(world);
        const about = JSON.stringify({ ...world, forNothing, after });
        assert.ok(forNothing <= 1, about);
        assert.ok(after <= allowedDryMs(3) / minuteMs + board.hold, about);
      }
    }
  });

  it('is not told for a value that is repeated, whatever the board holds and the network loses', () => {
    const world = fc.record({
      seed: fc.integer(),
      every: fc.constantFrom(1, 5),
      hold: fc.integer({ min: 1, max: 30 }),
      rate: fc.constantFrom(20, 30, 60),
      loss: fc.constantFrom(0, 0.1, 0.3),
    });
    fc.assert(
      fc.property(world, (traits) => {
        assert.equal(play({ ...base, ...traits }).forNothing, 0);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a first run', () => {
  it('is given as long as the sensor repeated its readings before', () => {
    for (const [heldMs, dryAt] of [
      [0, 15],
      [25 * minuteMs, 40],
    ] as const) {
      let state: PumpState = {};
      let minute = 0;
      while (state.dryAt === undefined) {
        const of = { pump: 'on', level: 40, measured: 40, isSuspect: false, noise: 0 } as const;
        const held = { alike: 100, since: -hourMs, heldMs };
        const reading = { at: minute * minuteMs, ...of };
        state = afterReading(state, reading, { isSteered: false, held });
        minute += 5;
      }
      assert.equal(minute - 5, dryAt);
    }
  });
});

describe('the age of a posted value', () => {
  it('is none of a board that measures for each post, and else what it holds but one post', () => {
    for (const { every, hold } of boards) {
      const { held } = play({ ...base, every, hold });
      const expected = Math.max(0, hold - every);
      assert.ok(Math.abs(held - expected) <= 2, JSON.stringify({ every, hold, held }));
    }
  });

  it('is learnt anew where another board is put in its place', () => {
    let [memory, last]: [Memory, { recordedAt: number; raw: number }] = [
      {},
      { recordedAt: 0, raw: -1 },
    ];
    const heldAfter = (posts: number, holds: number) => {
      for (let post = 1; post <= posts; post += 1) {
        const recordedAt = last.recordedAt + 5 * minuteMs;
        const raw = post % holds === 0 || holds === 1 ? last.raw + 1 : last.raw;
        memory = noteMeasured(memory, { recordedAt, raw, before: last });
        last = { recordedAt, raw };
      }
      return heldValueOf(memory).heldMs;
    };
    assert.equal(heldAfter(20, 1), 0);
    assert.equal(heldAfter(600, 6), 25 * minuteMs);
    assert.equal(heldAfter(3, 1), 0);
  });

  it('is known within a factor of two from values that were replaced, and 0 where each is new', () => {
    const course = fc.record({
      seed: fc.integer(),
      posts: fc.integer({ min: 1, max: 12 }),
      loss: fc.constantFrom(0, 0.3),
      /** Boards do not send on the minute. */
      second: fc.integer({ min: 0, max: 59 }),
    });
    fc.assert(
      fc.property(course, ({ seed, posts, loss, second }) => {
        const random = randomOf(seed);
        let [held, memory]: [number, Memory] = [0, {}];
        let last: { recordedAt: number; raw: number } | undefined;
        for (let post = 0; post < 3 * 288; post += 1) {
          // It stands still for half of each day, and moves by 3 % an hour in the other.
          const level = 50 + 18 * Math.abs(((post / 288) % 1) - 0.5);
          if (post % posts === 0) held = Math.round(level + normal(random) / 4);
          if (random() < loss) continue;
          const recordedAt = post * 5 * minuteMs + second * 1000;
          memory = noteMeasured(memory, { recordedAt, raw: held, before: last });
          last = { recordedAt, raw: held };
        }
        const minutes = heldValueOf(memory).heldMs / minuteMs;
        assert.ok(minutes <= 2 * 5 * (posts + 2), `${minutes}`);
        assert.ok(minutes >= Math.min(60, 5 * posts) - 10 - 5 * posts * 0.1, `${minutes}`);
        if (posts === 1 && loss === 0) assert.ok(minutes <= 5, `${minutes}`);
      }),
    );
  });
});
