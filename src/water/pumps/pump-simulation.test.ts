import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { normal, randomOf } from '../../../test/helpers/water/seeded.ts';
import { dayMs, hourMs, minuteMs } from '../../kit/time/units.ts';
import { followReading, startTracker } from '../ledger/tracker.ts';
import { defaultThresholds } from '../status.ts';
import { afterAck, afterDelivery, afterReading } from './follow-pump.ts';
import {
  blindFrom,
  decide,
  type LastSwitch,
  nextCheckAt,
  type PumpLimits,
} from './pump-automation.ts';
import type { PumpState, PumpWord } from './pump-state.ts';

/**
 * Simulated tank with its pump, a device that polls each minute and pushes every five, and the server's rules
 * between them: in virtual time, without a server.
 */
type World = {
  days: number;
  /** Probability that a poll, acknowledgement or push is lost. */
  lossShare: number;
  /** Flow in percent of the tank an hour, by the pump and by its people. */
  inflow: (at: number) => number;
  draw: (at: number) => number;
  noise: number;
  begin: number;
  limits: PumpLimits;
  hasStatus: boolean;
  random: () => number;
};

const staleOnMs = 10 * minuteMs;
const automation = { onBelow: 30, offAbove: 80 };

type Sent = { command: PumpWord; at: number; expiresAt: number; isPending: boolean };

function simulate(world: World) {
  const { limits, random } = world;
  const isLost = () => random() < world.lossShare;
  let level = world.begin;
  let pump = 'off' as PumpWord;
  let onSince = 0;
  let state: PumpState = {};
  let last: Sent | undefined;
  let checkAt: number | null = null;
  let believed: { level: number; at: number; pump: PumpWord | null } | undefined;
  let tracker: ReturnType<typeof startTracker> | undefined;
  const seen = { lowest: level, highest: level, longestRun: 0, runs: 0, latches: 0, stale: 0 };
  let isWrongOn = false;

  const situationAt = (now: number) => {
    const isFresh = believed && believed.at > now - 30 * minuteMs;
    const asLast: LastSwitch | undefined =
      last && (!last.isPending || last.expiresAt > now)
        ? { command: last.command, isPending: last.isPending }
        : undefined;
    return {
      now,
      state,
      limits,
      automation,
      thresholds: defaultThresholds,
      source: undefined,
      level: isFresh ? believed?.level : undefined,
      blindAt: blindFrom(believed?.at ?? 0),
      pump: believed?.pump ?? null,
      last: asLast,
    };
  };

  const steer = (now: number) => {
    const { command, checkAt: nextAt } = decide(situationAt(now));
    if (command === 'on' && (state.latchedAt !== undefined || level > 92)) isWrongOn = true;
    if (command) {
      const at = believed?.at ?? now;
      const expiresAt = command === 'on' ? at + staleOnMs : now + dayMs;
      last = { command, at, expiresAt, isPending: true };
    }
    checkAt = nextAt;
  };

  const poll = (now: number) => {
    if (isLost() || !last?.isPending || last.expiresAt <= now) return;
    const order = { command: last.command, isByOwner: false };
    state = afterDelivery(state, order, now);
    checkAt = nextCheckAt(situationAt(now));
    // The request arrives, its answer does not.
    if (isLost()) return;
    if (last.command === 'on' && now - last.at >= staleOnMs) seen.stale += 1;
    if (last.command === 'on' && pump === 'off') {
      onSince = now;
      seen.runs += 1;
    }
    pump = last.command;
    if (isLost()) return;
    state = afterAck(state, order, now);
    checkAt = nextCheckAt(situationAt(now));
    last.isPending = false;
  };

  const push = (now: number) => {
    if (isLost()) return;
    const raw = Math.min(100, Math.max(0, level + world.noise * normal(random)));
    const taken = followTank(tracker, now, raw);
    tracker = taken.tracker;
    const word = world.hasStatus ? pump : null;
    const wasLatched = state.latchedAt !== undefined;
    const { tracker: _, ...seenLevel } = taken;
    const reading = { at: now, pump: word, ...seenLevel, measured: raw };
    state = afterReading(state, reading, { isSteered: true });
    if (!wasLatched && state.latchedAt !== undefined) seen.latches += 1;
    believed = { level: taken.level, at: now, pump: word };
    steer(now);
  };

  for (let now = 0; now < world.days * dayMs; now += minuteMs) {
    const change = (pump === 'on' ? world.inflow(now) : 0) - world.draw(now);
    level = Math.min(100, Math.max(0, level + change / 60));
    if (pump === 'on') seen.longestRun = Math.max(seen.longestRun, now - onSince);
    seen.lowest = Math.min(seen.lowest, level);
    seen.highest = Math.max(seen.highest, level);
    if (now % (5 * minuteMs) === 0) push(now);
    if (checkAt !== null && now >= checkAt) steer(now);
    poll(now);
  }
  return { ...seen, isWrongOn, level };
}

function followTank(
  tracker: ReturnType<typeof startTracker> | undefined,
  at: number,
  level: number,
) {
  const reading = { recorded_at: at, level, volume: null };
  const next = tracker ?? startTracker(reading);
  const isSuspect = tracker !== undefined && followReading(next, reading).verdict === 'refused';
  const { level: believed, noise } = next.filter;
  return { tracker: next, level: believed, isSuspect, noise: Math.sqrt(noise) };
}

const people = (perDay: number) => (at: number) => {
  const hour = Math.floor(at / hourMs) % 24;
  const share = hour >= 5 && hour < 9 ? 4 : hour >= 17 && hour < 21 ? 3 : hour < 5 ? 0.1 : 0.6;
  return (perDay / 38) * share;
};

describe('automation in 30 days of lost polls, acknowledgements and pushes', () => {
  it('holds every tank, and lets no pump run past its maximum', () => {
    for (let tank = 0; tank < 20; tank += 1) {
      const random = randomOf(tank + 1);
      const maxRunMs = (2 + (tank % 4)) * hourMs;
      const result = simulate({
        days: 30,
        lossShare: 0.05,
        inflow: () => 15 + (tank % 5) * 8,
        draw: people(20 + (tank % 7) * 8),
        noise: 0.1 + 0.4 * (tank % 3),
        begin: 40 + tank,
        limits: { maxRunMs, restMs: 10 * minuteMs },
        hasStatus: tank % 2 === 0,
        random,
      });
      const about = `tank ${tank}: ${JSON.stringify(result)}`;
      assert.ok(result.lowest > defaultThresholds.low, about);
      // Beyond it by what the pump brings until a lost push or poll is made up for.
      assert.ok(result.highest < defaultThresholds.high + 2, about);
      assert.ok(result.longestRun <= maxRunMs, about);
      assert.ok(result.runs > 3, about);
      assert.deepEqual([result.latches, result.stale, result.isWrongOn], [0, 0, false], about);
    }
  });

  it('latches a pump whose well is dry, once, and then leaves it off', () => {
    const result = simulate({
      days: 10,
      lossShare: 0.05,
      inflow: (at) => (at < 5 * dayMs ? 30 : 0),
      draw: people(60),
      noise: 0.5,
      begin: 60,
      limits: { maxRunMs: 4 * hourMs, restMs: 10 * minuteMs },
      hasStatus: true,
      random: randomOf(7),
    });
    assert.equal(result.latches, 1, JSON.stringify(result));
    assert.equal(result.level, 0);
    assert.equal(result.isWrongOn, false);
  });

  it('never lets a stale or latched pump start, nor one run on, whatever is lost', () => {
    fc.assert(
      fc.property(
        fc.integer(),
        fc.double({ min: 0, max: 0.6, noNaN: true }),
        fc.double({ min: 0, max: 60, noNaN: true }),
        fc.integer({ min: 10, max: 300 }),
        fc.boolean(),
        (seed, lossShare, inflow, maxMinutes, hasStatus) => {
          const result = simulate({
            days: 3,
            lossShare,
            inflow: () => inflow,
            draw: people(60),
            noise: 0.5,
            begin: 35,
            limits: { maxRunMs: maxMinutes * minuteMs, restMs: 10 * minuteMs },
            hasStatus,
            random: randomOf(seed),
          });
          const about = JSON.stringify(result);
          assert.equal(result.stale, 0, about);
          assert.equal(result.isWrongOn, false, about);
          // An `off` reaches its pump with the first poll that is not lost.
          const slackMs = lossShare < 0.05 ? minuteMs : hourMs;
          assert.ok(result.longestRun <= maxMinutes * minuteMs + slackMs, about);
        },
      ),
      { numRuns: 60 },
    );
  });
});
