import { minuteMs, secondMs } from '../kit/time/units.ts';
import type { ClockMemory } from './clock-memory.ts';

/** A clock drifts where so many readings in a row lie on a line, */
const leastOfLine = 4;
/** fewer of a clock that gains time: no network brings a reading before it was measured; */
const leastOfGain = 3;
/** each within so much of where the line leads, which networks and the warmth of a board move: */
const leastOffLineMs = 90 * secondMs;
const offLineShare = 1 / 4;
/** and the lag has moved by so much along it: a steady one needs no line. */
const leastMoveMs = 5 * minuteMs;
/** A clock that loses or gains as much of the time as this, or more, stands or jumps. */
const mostShare = 1 / 2;

type Said = { lag: number; recordedAt: number; now: number };

/**
 * Notes the line on which the lags of readings lie, one after the other. While a clock drifts its lag moves away from
 * 0 by the same share of the time that goes by. What was kept comes back to the present, so its lag shrinks, or goes
 * back in time.
 * @param state memory of the clock, which is changed in place; its `lag` is that of the reading before, from which
 * this one is apart.
 * @returns true if the lag is that of a clock which drifts away.
 */
export function followDrift(state: ClockMemory, said: Said): boolean {
  if (!isOfClock(state, said)) {
    state.drifts = 0;
    return false;
  }
  if (!isOnLine(state, said)) {
    Object.assign(state, { drifts: 2, driftAt: state.at, driftLag: state.lag });
    return false;
  }
  state.drifts += 1;
  const { lag } = said;
  const isMoved = Math.abs(lag) - Math.abs(state.driftLag) > leastMoveMs;
  return isMoved && state.drifts >= (lag < 0 ? leastOfGain : leastOfLine);
}

function isOfClock(
  { at, said, lag: before }: ClockMemory,
  { lag, recordedAt, now }: Said,
): boolean {
  const isAway = Math.abs(lag) >= Math.abs(before) - leastOffLineMs;
  return (
    at !== 0 && isAway && recordedAt > said && Math.abs(lag - before) <= mostShare * (now - at)
  );
}

function isOnLine(state: ClockMemory, { lag, now }: Said): boolean {
  if (state.drifts < 2) return false;
  const share = (state.lag - state.driftLag) / (state.at - state.driftAt);
  const expected = share * (now - state.at);
  const offLine = Math.abs(lag - state.lag - expected);
  return offLine <= Math.max(leastOffLineMs, offLineShare * Math.abs(expected));
}
