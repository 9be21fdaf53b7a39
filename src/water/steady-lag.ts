import { minuteMs, secondMs } from '../kit/time/units.ts';
import type { ClockMemory } from './clock-memory.ts';

/** Lag within which a clock is right: what is older than ten minutes is history (`record/reading.ts`). */
export const rightMs = 5 * minuteMs;
/** Distance from the known lag beyond which the clock has moved. */
export const sameLagMs = 3 * minuteMs;

/** A lag is steady over so many readings, over so long, */
const leastReadings = 4;
/** fewer of a clock that is ahead: nothing that was kept, or was long on its way, comes from the future; */
export const leastAhead = 3;
export const leastSpanMs = minuteMs;
/** if it varies by at most this share of that time: a buffer that empties catches up with the present. */
const steadyShare = 1 / 4;
/** Variation that says nothing yet, and the one beyond which readings have no common lag, however long they went on. */
const leastSpreadMs = 90 * secondMs;
const mostSpreadMs = 5 * minuteMs;

type Candidate = { lag: number; now: number; leastMs: number };

/**
 * Notes a lag that may be the clock's.
 * @param state memory of the clock, which is changed in place.
 * @param leastMs time over which it must have been steady.
 * @returns the lag once it is steady: the least, as the others were longer on their way.
 */
export function followSteadyLag(
  state: ClockMemory,
  { lag, now, leastMs }: Candidate,
): number | undefined {
  const low = Math.min(lag, state.low);
  const high = Math.max(lag, state.high);
  const span = now - state.first;
  if (state.count === 0 || high - low > spreadOver(span)) {
    Object.assign(state, { count: 1, first: now, low: lag, high: lag });
    return undefined;
  }
  Object.assign(state, { count: state.count + 1, low, high });
  const isSteady = span >= leastMs && high - low <= steadyShare * span;
  const isLongEnough = state.count >= (lag < 0 ? leastAhead : leastReadings);
  return isSteady && isLongEnough ? low : undefined;
}

/** How far lags may be apart that are of one clock, when they came over such a time. */
function spreadOver(span: number): number {
  return Math.min(Math.max(leastSpreadMs, steadyShare * span), mostSpreadMs);
}
