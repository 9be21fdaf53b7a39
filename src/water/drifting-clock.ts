import { minuteMs, secondMs } from '../kit/time/units.ts';
import type { ClockMemory } from './clock-memory.ts';
import { leastAhead } from './steady-lag.ts';

/**
 * A clock that loses time is found by so many readings in a row on a line. A board that sends the newest of what it
 * measures, at another interval, has such a line too, until its next measurement comes: hardly ever as long a one.
 */
const leastOfLoss = 6;
/** Readings of a line are within so much of where it leads: networks, and the warmth of a board, move them. */
const leastOffLineMs = 90 * secondMs;
const offLineShare = 1 / 4;
/** The lag has moved by so much along it: a steady one needs no line. */
const leastMoveMs = 5 * minuteMs;
/** A clock that loses this share of the time, or more, stands (`standing-clock.ts`), or readings wait in a queue. */
const mostLoss = 1 / 4;
/** One that gains more jumps. */
const mostGain = 1 / 2;

type Said = { lag: number; recordedAt: number; now: number };

/**
 * Notes the line on which the lags of readings lie, one after the other: that of a clock which drifts moves by the
 * same share of the time that goes by.
 * @param state memory of the clock, which is changed in place; its `lag` is that of the reading before, from which
 * this one is apart.
 * @returns true if the lag is that of a clock which drifts.
 */
export function followDrift(state: ClockMemory, said: Said): boolean {
  const { lag, recordedAt } = said;
  if (state.at === 0 || recordedAt <= state.said) {
    state.drifts = 0;
    return false;
  }
  if (!isOnLine(state, said)) {
    Object.assign(state, { drifts: 2, driftAt: state.at, driftLag: state.lag });
    return false;
  }
  state.drifts += 1;
  const isMoved = Math.abs(lag - state.driftLag) > leastMoveMs;
  return isMoved && state.drifts >= (lag < 0 ? leastAhead : leastOfLoss);
}

function isOnLine(state: ClockMemory, { lag, now }: Said): boolean {
  if (state.drifts < 2) return false;
  const share = (state.lag - state.driftLag) / (state.at - state.driftAt);
  if (share >= mostLoss || share <= -mostGain) return false;
  const expected = share * (now - state.at);
  const offLine = Math.abs(lag - state.lag - expected);
  return offLine <= Math.max(leastOffLineMs, offLineShare * Math.abs(expected));
}
