import { omit } from '../../kit/fields.ts';
import { minuteMs } from '../../kit/time/units.ts';
import type { PumpReading, PumpState } from './pump-state.ts';

/** Usual intervals after which readings stay away. */
const intervals = 3;
/** Least time for which readings stay away. */
const leastAwayMs = 5 * minuteMs;
/** Gaps below this are those of doubled readings, or of some that were gathered. */
const leastGapMs = minuteMs / 2;
/** Growth of the usual interval by a gap in which readings stay away: a board may have slowed down. */
const slowing = 1.5;

/** Returns the state with the usual time between readings, as the gap before this one tells it. */
export function notePace(state: PumpState, gapMs: number): PumpState {
  if (gapMs < leastGapMs || !isFollowed(state)) return state;
  const { everyMs = gapMs } = state;
  const isAway = gapMs > intervals * everyMs;
  return { ...state, everyMs: Math.round(isAway ? slowing * everyMs : (everyMs + gapMs) / 2) };
}

/** Nothing is kept of a pump that never ran. */
function isFollowed(state: PumpState): boolean {
  return Object.keys(state).some((key) => key !== 'heard');
}

/**
 * Watches a run anew once readings stayed away, by the usual interval before the gap: in a power cut its pump
 * stood still, and people drew on. A level that is reckoned by the rate of the run counts on all the same, since
 * only the network may have been away.
 */
export function watchAfterGap(
  state: PumpState,
  { at, level }: PumpReading,
  { everyMs = 0, gapMs }: { everyMs: number | undefined; gapMs: number },
): PumpState {
  if (gapMs > Math.max(leastAwayMs, intervals * everyMs)) {
    const resumed = { resumedAt: at, resumedLevel: level };
    return { ...omit(state, 'watchedSince', 'watchedLevel', 'leastLevel'), ...resumed };
  }
  const { resumedLevel } = state;
  // The first level after a gap may be in doubt, and be that of before.
  return resumedLevel === undefined || level >= resumedLevel
    ? state
    : { ...state, resumedLevel: level };
}
