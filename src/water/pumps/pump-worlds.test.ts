import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { type BoardTraits, createBoard } from '../../../test/helpers/water/pump-board.ts';
import { normal, randomOf } from '../../../test/helpers/water/seeded.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import type { Memory } from '../detectors/detector.ts';
import { heldValueOf, noteMeasured } from '../detectors/tank/held-value.ts';
import { runsOn } from '../detectors/tank/pump-runs.ts';
import { followReading, startTracker } from '../ledger/tracker.ts';
import { defaultThresholds } from '../status.ts';
import { afterAck, afterDelivery, afterReading, withoutLatch } from './follow-pump.ts';
import { blindFrom, decide, type LastSwitch, nextCheckAt } from './pump-automation.ts';
import type { PumpState, PumpWord } from './pump-state.ts';
import { callsOftenEnough, expiryOf, livesFor } from './pump-switch.ts';
import { runLimitOf } from './run-limit.ts';

/** A tank with its pump and a board that wakes, pushes and polls, each to be lost on the way. */
type World = BoardTraits & {
  seed: number;
  days: number;
  lossShare: number;
  /** Minutes between two pushes with a poll. */
  every: number;
  /** Percent an hour, by the pump and by the people. */
  inflow: (at: number) => number;
  draw: number;
  noise: number;
  maxRunMs: number;
  /** Stretch in which no network is there, and one in which the sensor repeats itself. */
  isCut?: (at: number) => boolean;
  isFrozen?: (at: number, isOn: boolean) => boolean;
  /** Hours after which the owner clears a latch; never where absent. */
  clearsAfter?: number;
};

const automation = { onBelow: 30, offAbove: 80 };
const lives = { commandMs: dayMs, staleOnMs: 10 * minuteMs };
type Sent = {
  id: number;
  command: PumpWord;
  expiresAt: number;
  isPending: boolean;
  deliveredAt: number | null;
};

function play(world: World) {
  const random = randomOf(world.seed);
  const limits = { maxRunMs: world.maxRunMs, restMs: 10 * minuteMs };
  const board = createBoard(world);
  let level = 50;
  let measured = level;
  let state: PumpState = {};
  let last: Sent | undefined;
  let holding: Memory = {};
  let pushed: { recordedAt: number; raw: number } | undefined;
  let checkAt: number | null = null;
  let believed: { level: number; at: number; pump: PumpWord | null } | undefined;
  let tracker: ReturnType<typeof startTracker> | undefined;
  const seen = { highest: level, dry: 0, latches: 0, runsOn: 0, lowest: level };

  const situationAt = (now: number) => {
    const isFresh = believed !== undefined && believed.at > now - 30 * minuteMs;
    const isKnown = last && (!last.isPending || last.expiresAt > now);
    const lastSwitch: LastSwitch | undefined = isKnown ? last : undefined;
    return {
      now,
      state,
      limits,
      automation,
      thresholds: defaultThresholds,
      source: undefined,
      level: isFresh ? believed?.level : undefined,
      blindAt: blindFrom(believed?.at ?? 0, world.every * minuteMs),
      pump: believed?.pump ?? null,
      last: lastSwitch,
    };
  };

  const steer = (now: number) => {
    const { command, checkAt: nextAt } = decide(situationAt(now));
    checkAt = nextAt;
    const usualMs = world.every * minuteMs;
    if (!command || (command === 'on' && !callsOftenEnough(usualMs, limits.maxRunMs))) return;
    const at = believed?.at ?? now;
    const expiresAt = expiryOf({ command, at, now }, livesFor(usualMs, lives));
    last = { id: (last?.id ?? 0) + 1, command, expiresAt, isPending: true, deliveredAt: null };
  };

  const poll = (now: number, isLost: () => boolean) => {
    if (isLost() || !last?.isPending || last.expiresAt <= now) return;
    const order = { command: last.command, isByOwner: false };
    const limit =
      order.command === 'on'
        ? runLimitOf({ state, limits, stopLevel: 80, deliveredAt: last.deliveredAt, now })
        : undefined;
    if (order.command === 'on' && !limit) return;
    const device = { reports: world.status !== 'none', maxRunMs: limits.maxRunMs };
    state = afterDelivery(state, order, now, device);
    last.deliveredAt ??= now;
    checkAt = nextCheckAt(situationAt(now));
    if (isLost()) return;
    const given = {
      command_id: last.id,
      command: order.command,
      ...(limit && { turn_off_above: limit.stopLevel, run_at_most_s: limit.leftMs / 1000 }),
    };
    const acknowledged = board.obey([given], now);
    if (acknowledged.length === 0 || isLost()) return;
    state = afterAck(state, order, now, device);
    checkAt = nextCheckAt(situationAt(now));
    last.isPending = false;
  };

  const push = (now: number, isLost: () => boolean) => {
    const pump = board.say() ?? null;
    if (isLost()) return;
    const reading = { recorded_at: now, level: measured, volume: null };
    const isSuspect =
      tracker !== undefined && followReading(tracker, reading).verdict === 'refused';
    tracker ??= startTracker(reading);
    const { level, noise } = tracker.filter;
    const before = state;
    const of = { at: now, pump, level, measured, isSuspect, noise: Math.sqrt(noise) };
    holding = noteMeasured(holding, { recordedAt: now, raw: measured, before: pushed });
    pushed = { recordedAt: now, raw: measured };
    const held = heldValueOf(holding);
    state = afterReading(state, of, { isSteered: true, stopLevel: automation.offAbove, held });
    if (state.latchedAt !== before.latchedAt) seen.latches += 1;
    if (state.dryAt !== undefined && state.dryAt !== before.dryAt) seen.dry += 1;
    const earlier = believed && {
      recordedAt: believed.at,
      level: believed.level,
      raw: believed.level,
      isSuspect: false,
    };
    believed = { level, at: now, pump };
    const observation = {
      recordedAt: now,
      level,
      raw: measured,
      isSuspect,
      noise: of.noise,
      pump,
      thresholds: defaultThresholds,
      capacity: null,
      before: earlier,
      run: { state, maxRunMs: limits.maxRunMs },
    };
    const { verdict } = runsOn.judge(observation, {});
    if (verdict.is === 'wrong' && verdict.severity === 'critical') seen.runsOn += 1;
    steer(now);
  };

  for (let now = 0; now < world.days * dayMs; now += minuteMs) {
    const change = (board.isOn() ? world.inflow(now) : 0) - drawAt(world.draw, now);
    level = Math.min(100, Math.max(0, level + change / 60));
    seen.highest = Math.max(seen.highest, level);
    seen.lowest = Math.min(seen.lowest, level);
    if (!world.isFrozen?.(now, board.isOn())) {
      measured = Math.min(100, Math.max(0, level + world.noise * normal(random)));
    }
    board.look(measured, now);
    if (checkAt !== null && now >= checkAt) steer(now);
    const { latchedAt = now } = state;
    if (now - latchedAt >= (world.clearsAfter ?? Number.POSITIVE_INFINITY) * hourMs) {
      state = withoutLatch(state);
    }
    if (now % (world.every * minuteMs) !== 0) continue;
    const isLost = () => world.isCut?.(now) === true || random() < world.lossShare;
    push(now, isLost);
    poll(now, isLost);
  }
  const longest = Math.max(0, ...board.runs.map(({ from, until }) => (until ?? from) - from));
  return { ...seen, longest: longest / minuteMs, runs: board.runs.length };
}

function drawAt(perDay: number, at: number): number {
  const hour = Math.floor(at / hourMs) % 24;
  const share = hour >= 5 && hour < 9 ? 4 : hour >= 17 && hour < 21 ? 3 : hour < 5 ? 0.1 : 0.6;
  return (perDay / 38) * share;
}

const base: World = {
  seed: 1,
  days: 30,
  lossShare: 0.3,
  every: 5,
  draw: 40,
  noise: 0.3,
  inflow: () => 20,
  maxRunMs: 4 * hourMs,
  acknowledges: true,
  status: 'present',
};

describe('thirty days of a pump whose board obeys what it was told', () => {
  const statuses = ['present', 'late', 'none', 'always off'] as const;

  it('have no run past the longest and nothing spilt, whatever is lost and however seldom it calls', () => {
    fc.assert(
      fc.property(
        fc.record({
          seed: fc.integer(),
          every: fc.constantFrom(1, 2, 5, 15, 30, 60, 120, 180),
          maxMinutes: fc.constantFrom(10, 30, 60, 240),
          rate: fc.constantFrom(3, 10, 40, 90),
          acknowledges: fc.boolean(),
          status: fc.constantFrom(...statuses),
          cutFrom: fc.integer({ min: 0, max: 30 * 24 }),
          cutHours: fc.integer({ min: 0, max: 100 }),
        }),
        ({ maxMinutes, rate, cutFrom, cutHours, ...traits }) => {
          const isCut = (at: number) =>
            at >= cutFrom * hourMs && at < (cutFrom + cutHours) * hourMs;
          const result = play({
            ...base,
            ...traits,
            isCut,
            inflow: () => rate,
            maxRunMs: maxMinutes * minuteMs,
          });
          const about = JSON.stringify(result);
          assert.ok(result.longest <= maxMinutes, about);
          assert.ok(result.highest < 82 + rate / 60, about);
          if (2 * traits.every > maxMinutes) assert.equal(result.runs, 0, about);
          // Of a board that says nothing, all that is known is that no poll has fetched the `off`.
          const forNothing = traits.status === 'none' ? 1 + result.runs / 50 : 0;
          assert.ok(result.runsOn <= forNothing, about);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('keep their water, whether or not the board says what it does', () => {
    for (const status of statuses) {
      for (const acknowledges of [true, false]) {
        for (const every of [1, 5, 15, 60]) {
          const result = play({ ...base, status, acknowledges, every, lossShare: 0 });
          const about = JSON.stringify({ status, acknowledges, every, ...result });
          assert.ok(result.lowest > 1, about);
          assert.deepEqual([result.latches, result.runsOn], [0, 0], about);
        }
      }
    }
  });

  it('tell a well that dries in each run, rest it and try again', () => {
    // It holds half an hour of water, and fills again in twenty times as long.
    let [held, at] = [hourMs / 2, 0];
    const inflow = (now: number) => {
      held = Math.min(hourMs / 2, held + (now - at) / 20);
      at = now;
      if (held < minuteMs) return 0;
      held -= minuteMs;
      return 40;
    };
    const result = play({ ...base, draw: 30, lossShare: 0, inflow });
    const about = JSON.stringify(result);
    assert.ok(result.dry > 3 && result.runs > 10 && result.lowest > 10, about);
    assert.equal(result.latches, 0, about);
  });

  it('let a pump of 3 % an hour fill its tank, once its owner has said that nothing is wrong', () => {
    for (const noise of [0.1, 0.3, 1]) {
      for (const draw of [10, 20, 30]) {
        const slow = { ...base, inflow: () => 3, draw, noise, clearsAfter: 6 };
        const result = play({ ...slow, seed: draw });
        const about = JSON.stringify({ noise, draw, ...result });
        assert.ok(result.latches <= 2, about);
        assert.ok(result.lowest > 10, about);
      }
    }
  });

  it('stop a pump whose sensor freezes in its run before the tank is full', () => {
    for (const [rate, every] of [
      [10, 5],
      [40, 5],
      [90, 1],
    ] as const) {
      let since = 0;
      const isFrozen = (at: number, isOn: boolean) => {
        if (!isOn) since = at;
        // It freezes a part of the way up, and for good in the third run or so.
        return at > 5 * dayMs && at - since > (15 / rate) * hourMs;
      };
      const result = play({ ...base, lossShare: 0, every, inflow: () => rate, isFrozen });
      assert.ok(result.highest < 95, JSON.stringify({ rate, ...result }));
    }
  });
});
