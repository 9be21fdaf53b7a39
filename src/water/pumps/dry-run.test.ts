import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { normal, randomOf } from '../../../test/helpers/water/seeded.ts';
import { allowedDryMs } from '../../../test/scenario/faults.ts';
import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { followReading, startTracker } from '../ledger/tracker.ts';
import { afterAck, afterDelivery, afterReading } from './follow-pump.ts';
import { stopDueAt } from './pump-automation.ts';
import { dryAfterOf } from './pump-rise.ts';
import type { PumpState } from './pump-state.ts';

/** A night and a morning, after which the server switches a pump on for the first time. */
type World = {
  seed: number;
  /** Minutes between two posts. */
  every: number;
  noise: number;
  /** Percent an hour that people draw before the run and in it, and that the pump brings. */
  before: number;
  during: number;
  brings: number;
  maxMinutes: number;
};

const beginsAt = 9 * hourMs;
const order = { command: 'on' as const, isByOwner: false };

/** @returns the minutes after which the run is told to bring nothing; undefined where it is not */
function play({ seed, every, noise, before, during, brings, maxMinutes }: World) {
  const random = randomOf(seed);
  const maxRunMs = maxMinutes * minuteMs;
  const endsAt = stopDueAt(beginsAt, { maxRunMs });
  let level = 60;
  let state: PumpState = {};
  let tracker: ReturnType<typeof startTracker> | undefined;
  for (let at = 0; at < endsAt; at += every * minuteMs) {
    const isOn = at > beginsAt;
    const draw = isOn ? during : at > beginsAt - 4 * hourMs ? before : 0;
    level = Math.min(80, Math.max(6, level + (((isOn ? brings : 0) - draw) * every) / 60));
    const measured = level + noise * normal(random);
    const reading = { recorded_at: at, level: measured, volume: null };
    const isSuspect =
      tracker !== undefined && followReading(tracker, reading).verdict === 'refused';
    tracker ??= startTracker(reading);
    const { filter } = tracker;
    const of = { level: filter.level, measured, noise: Math.sqrt(filter.noise), isSuspect };
    if (at === beginsAt) {
      state = { ...afterAck(state, order, at), dryAfterMs: dryAfterOf([], of.noise) };
    }
    const pump = isOn ? ('on' as const) : ('off' as const);
    const about = { isSteered: true, stopLevel: 80, endsAt, gapMs: every * minuteMs };
    state = afterReading(state, { at, pump, ...of }, about);
    const told = state.latchedAt ?? state.dryAt;
    if (told !== undefined) return (told - beginsAt) / minuteMs;
  }
  return undefined;
}

const boards = [1, 5, 15];
/** Percent an hour that people draw before the run and in it: a draw that ends, goes on, begins, and none. */
const draws = [
  { before: 5, during: 2.5 },
  { before: 5, during: 0 },
  { before: 5, during: 5 },
  { before: 0, during: 5 },
  { before: 0, during: 0 },
];

describe('the first run of a pump that brings nothing', () => {
  it('is told in time, whatever people draw and the sensor has of noise', () => {
    for (const every of boards) {
      for (const draw of draws) {
        for (const noise of [0, 0.3, 0.5]) {
          for (const seed of [1, 2, 3]) {
            const world = { seed, every, noise, ...draw, brings: 0, maxMinutes: 240 };
            const after = play(world);
            const about = JSON.stringify({ ...world, after });
            assert.ok(after !== undefined && after <= allowedDryMs(20) / minuteMs + every, about);
          }
        }
      }
    }
  });

  it('is told at its end at the latest where the noise is large', () => {
    for (const every of boards) {
      for (const draw of draws) {
        for (const seed of [1, 2, 3]) {
          const world = { seed, every, noise: 1, ...draw, brings: 0, maxMinutes: 240 };
          assert.notEqual(play(world), undefined, JSON.stringify(world));
        }
      }
    }
  });
});

describe('the first run of a pump that brings water', () => {
  it('is not told to be dry, however people draw, where it brings plainly more', () => {
    for (const every of boards) {
      for (const draw of draws) {
        for (const noise of [0, 0.3, 0.5, 1]) {
          for (const brings of [20, 40, 90]) {
            const world = { seed: 1, every, noise, ...draw, brings, maxMinutes: 240 };
            assert.equal(play(world), undefined, JSON.stringify(world));
          }
        }
      }
    }
  });
});

describe('a run of a board that was cut off and has stopped by itself', () => {
  it('brings nothing any more, which is no dry run, in whatever order its off is fetched and said', () => {
    const aboutRun = { isSteered: true, stopLevel: 80, endsAt: beginsAt + 4 * hourMs };
    for (const every of boards.map((minutes) => minutes * 12)) {
      for (const fetchedAt of [1, 2, 3]) {
        let state = afterAck({ dryAfterMs: 20 * minuteMs }, order, beginsAt);
        const [back, gapMs] = [beginsAt + 8 * hourMs, every * minuteMs];
        for (let nth = 1; nth <= 6; nth += 1) {
          const at = back + nth * gapMs;
          const of = { level: 70, measured: 70, noise: 0.3, isSuspect: false };
          const about = { ...aboutRun, gapMs };
          state = afterReading(state, { at, pump: 'off', ...of }, about);
          if (nth === fetchedAt) {
            const off = { command: 'off' as const, isByOwner: false };
            state = afterDelivery(state, off, at, { reports: true, maxRunMs: 4 * hourMs });
          }
          assert.deepEqual(
            [state.dryAt, state.latchedAt],
            [undefined, undefined],
            `${every} ${nth}`,
          );
        }
        assert.ok(state.offSince !== undefined);
      }
    }
  });
});
