import { hourMs, minuteMs, secondMs } from '../kit/time/units.ts';
import type { ClockMemory } from './clock-memory.ts';
import { followDrift } from './drifting-clock.ts';
import { isOfRestart, noteRestart, restartsAgain } from './restarting-clock.ts';
import { isStanding, noteLoss, noteStill } from './standing-clock.ts';
import { followSteadyLag, leastAhead, leastSpanMs, rightMs, sameLagMs } from './steady-lag.ts';

/** A lag so far from the known one is followed while it is still the same: a clock that drifts goes on. */
const driftMs = 90 * secondMs;
/**
 * A clock can be ahead by any time zone. It can be behind by any time: a board without a battery begins with the
 * day on which its firmware was made.
 */
export const mostAheadMs = 15 * hourMs;

/** A gap so many times the usual one was a silence, whose readings may come later. */
const silentTimes = 1.5;
/** Arrivals closer than this share of the usual gap are doubled pushes, or come out of a buffer. */
const burstShare = 1 / 4;
const leastApartMs = 30 * secondMs;
/** A buffer empties in at most as long as it was filled, so its lags are at most so many times that; */
const bufferTimes = 2;
/** a lag that stays the same for so many times as long as it is belongs to the clock, whatever the silence before. */
const excusedTimes = 2;
/** Readings of now in a row after which nothing buffered is awaited any more. */
const freshForget = 12;

/** Steps back of a clock, without a steady lag in between, until it counts as jumping. */
const leastJumps = 4;

/** A clock that has come back to the lag before so often goes to and fro, until it has rested for more than a day. */
const leastSwings = 2;
const swingMs = 30 * hourMs;

/** What is wrong with a clock; `offMs` is positive where it is behind. */
export type ClockFault =
  | { problem: 'off'; offMs: number }
  | { problem: 'still' }
  | { problem: 'jumps' };

export type Judged = {
  /** When the reading was measured, as far as that is known; null: now. */
  recordedAt: number | null;
  fault: ClockFault | undefined;
};

/** What a reading says, which sensor it is of (`sensorMark`), and how long after the one before it in its batch. */
type Said = { recordedAt: number; level: number; sensor: number; now: number; spacingMs?: number };

/**
 * Follows the clock of a device by what its reading says and when that comes. A lag that stays the same over
 * some readings, while time goes on, is the clock's. What a silence explains is none: a device that sends what
 * it has kept says the truth, and its lag shrinks, or is at most as long as it was away.
 * @param state memory of the clock, which is changed in place.
 */
export function followClock(state: ClockMemory, said: Said): Judged {
  const { recordedAt, level, sensor, now } = said;
  const lag = now - recordedAt;
  const isAgain = state.at !== 0 && recordedAt === state.said;
  noteLoss(state, said);
  if (isAgain) noteStill(state, said);
  else {
    noteArrival(state, now);
    noteLag(state, { ...said, lag });
    state.still = 0;
    state.stillSince = 0;
    Object.assign(state, { at: now, said: recordedAt, lag, level, sensor, same: 0 });
  }
  return setRight(state, recordedAt, now);
}

/** A device that has sent one reading alone, if several times, may send the next so much later. */
const unknownGapMs = 90 * minuteMs;

/**
 * Whether readings that are refused for being ahead may soon turn out to be by a clock that is: there have not
 * been as many yet as that takes.
 * @param since when the first of them was refused.
 */
export function mayTurnOutAhead(state: ClockMemory, since: number, now: number): boolean {
  const isOfThese = state.at >= since - minuteMs && state.lag < -rightMs;
  return isOfThese && now < since + leastAhead * (state.usual || unknownGapMs);
}

/**
 * When a reading was measured that a device has kept and sends together with newer ones: by what those say of
 * its clock.
 * @param state memory of the clock, once it has followed the newest of them.
 * @returns epoch milliseconds; null where the clock says nothing of that.
 */
export function rightByClock(state: ClockMemory, recordedAt: number, now: number): number | null {
  return setRight(state, recordedAt, now).recordedAt;
}

function setRight(state: ClockMemory, recordedAt: number, now: number): Judged {
  if (isStanding(state)) return { recordedAt: null, fault: { problem: 'still' } };
  if (state.jumps >= leastJumps) {
    const lag = now - recordedAt;
    const isOff = lag > rightMs + state.excused || lag < -rightMs;
    return { recordedAt: isOff ? null : recordedAt, fault: { problem: 'jumps' } };
  }
  if (state.offset === 0) {
    const isNow = isOfRestart(state, now - recordedAt);
    return { recordedAt: isNow ? null : recordedAt, fault: goesToAndFro(state, now) };
  }
  const corrected = recordedAt + state.offset;
  // Beyond that it is another clock by now. The arrival bounds nothing: a repeated reading comes later.
  const isPast = corrected <= now + sameLagMs;
  // What is taken as it is said is no fault to tell of.
  const isWrong = Math.abs(state.offset) > rightMs;
  return {
    recordedAt: isPast ? corrected : recordedAt,
    fault: isWrong ? { problem: 'off', offMs: state.offset } : undefined,
  };
}

/** A clock that is right for now, and was wrong again and again today, is still a fault. */
function goesToAndFro(state: ClockMemory, now: number): ClockFault | undefined {
  const { other, swings, swungAt } = state;
  if (restartsAgain(state, now)) return { problem: 'jumps' };
  const isSwinging = swings >= leastSwings && now - swungAt < swingMs;
  return isSwinging && Math.abs(other) > rightMs ? { problem: 'off', offMs: other } : undefined;
}

/** Notes the gap before a reading: what was measured in a silence may come from now on. */
function noteArrival(state: ClockMemory, now: number): void {
  const gap = now - state.at;
  if (state.at === 0 || gap <= 0) return;
  if (state.usual === 0) state.usual = gap;
  else if (gap > Math.max(silentTimes * state.usual, state.usual + minuteMs)) {
    const kept = state.lag - state.offset;
    const isBehind = kept > rightMs && kept <= state.excused + rightMs;
    state.excused = Math.max(state.excused, gap + (isBehind ? kept : 0));
    // The first that comes after a silence may be of now, and the next of a buffer.
    state.fresh = 0;
    state.usual = Math.round(silentTimes * state.usual);
  } else if (gap >= burstShare * state.usual) {
    state.usual = Math.round((3 * state.usual + gap) / 4);
  }
}

function noteLag(state: ClockMemory, said: Said & { lag: number }): void {
  const { lag, recordedAt, now } = said;
  const beyond = lag - state.offset;
  // While a buffer empties in any order, its lags go beyond the silence by as long as that takes.
  const isOfBuffer = beyond > 0 && beyond <= bufferTimes * state.excused + rightMs;
  noteRestart(state, { lag, recordedAt, now }, isOfBuffer);
  const isApart = now - state.at >= Math.max(leastApartMs, burstShare * state.usual);
  const isDrift = isApart && followDrift(state, said);
  const isEmptying = isOfBuffer && now - state.driftAt <= bufferTimes * state.excused;
  const isKnown = state.offset !== 0 && Math.abs(beyond) <= sameLagMs;
  if (isKnown || isRight(state, { ...said, isOfBuffer, isApart })) {
    // By a clock that were still behind, a reading of now would be from the future.
    if (!isKnown && state.offset !== 0) moveTo(state, 0, now);
    noteRight(state);
    const isDrifting = isKnown ? Math.abs(beyond) > driftMs : lag < -sameLagMs;
    if (isDrifting) noteCandidate(state, { lag, now, leastMs: leastSpanMs });
    else state.count = 0;
    return;
  }
  state.fresh = 0;
  if (!isOfBuffer && state.other !== 0 && Math.abs(lag - state.other) <= sameLagMs) {
    moveTo(state, state.other, now);
    return;
  }
  if (lag < -mostAheadMs) {
    state.count = 0;
    return;
  }
  if (isDrift && !isEmptying) {
    moveTo(state, lag, now);
    state.excused = 0;
    return;
  }
  const isStepBack = state.at !== 0 && isApart && recordedAt < state.said - rightMs;
  if (isStepBack && !isOfBuffer) state.jumps += 1;
  const isExcused = isOfBuffer && state.excused > 0;
  noteCandidate(state, { lag, now, leastMs: isExcused ? excusedTimes * beyond : leastSpanMs });
}

type Nearness = { lag: number; isOfBuffer: boolean; isApart: boolean; spacingMs?: number };

/**
 * True if a lag says that the clock is right: the newest of a batch is as old as the next measurement leaves it. By a
 * clock that was ahead, a reading that was kept for as long seems to be of now, so after a silence the next must say
 * so as well.
 */
function isRight(
  state: ClockMemory,
  { lag, isOfBuffer, isApart, spacingMs = 0 }: Nearness,
): boolean {
  const mayWaitMs = state.offset === 0 ? spacingMs : 0;
  if (lag < -rightMs || lag > Math.max(rightMs, mayWaitMs)) return false;
  const mayBeKept = state.offset < -rightMs && isOfBuffer && state.excused > 0;
  return !mayBeKept || (isApart && Math.abs(state.lag) <= rightMs);
}

/** Notes another lag of the clock, and remembers the one before where it is more than a drift away. */
function moveTo(state: ClockMemory, offset: number, now: number): void {
  if (Math.abs(state.offset - offset) > rightMs) {
    const isBack = Math.abs(offset - state.other) <= sameLagMs;
    Object.assign(state, {
      other: state.offset,
      swings: isBack ? state.swings + 1 : 0,
      swungAt: now,
    });
  }
  Object.assign(state, { offset, count: 0 });
}

/** Follows a lag that may be the clock's. @param leastMs time over which it must have been steady. */
function noteCandidate(
  state: ClockMemory,
  candidate: { lag: number; now: number; leastMs: number },
): void {
  const steady = followSteadyLag(state, candidate);
  if (steady === undefined) return;
  moveTo(state, steady, candidate.now);
  Object.assign(state, { jumps: 0, excused: 0, fresh: 0 });
}

function noteRight(state: ClockMemory): void {
  state.fresh += 1;
  if (state.fresh < freshForget) return;
  state.fresh = freshForget;
  state.excused = 0;
  state.jumps = 0;
}
