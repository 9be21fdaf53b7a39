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

/** What is known of a run that is watched anew, until it shows. */
export const ofResuming = ['resumedAt', 'resumedLevel', 'resumes'] as const;

/** Times that a run is watched anew before it has shown: a board may speak at no rhythm at all. */
const mostResumes = 3;

/**
 * Returns the state with the usual time between readings, as the gap before this one tells it: a long one is a
 * cut, a second one like it the board's rhythm.
 */
export function notePace(state: PumpState, gapMs: number): PumpState {
  if (gapMs < leastGapMs || !isFollowed(state)) return state;
  const { everyMs = gapMs, awayMs = 0, ...others } = state;
  if (gapMs <= intervals * everyMs) {
    const faded = awayMs >= leastAwayMs && { awayMs: Math.round(awayMs / 2) };
    return { ...others, everyMs: Math.round((everyMs + gapMs) / 2), ...faded };
  }
  return gapMs <= intervals * awayMs
    ? { ...others, everyMs: gapMs }
    : { ...others, everyMs: Math.round(slowing * everyMs), awayMs: gapMs };
}

/** Nothing is kept of a pump that never ran. */
function isFollowed(state: PumpState): boolean {
  return Object.keys(state).some((key) => key !== 'heard');
}

/**
 * Watches a run anew once readings stayed away, by the gaps before this one: in a power cut its pump stood still,
 * and people drew on. A level that is reckoned by the rate of the run counts on all the same, since only the
 * network may have been away.
 * @param before the state as it was before the reading
 */
export function watchAfterGap(
  state: PumpState,
  { at, level }: PumpReading,
  { before, gapMs }: { before: PumpState; gapMs: number },
): PumpState {
  const { everyMs = 0, awayMs = 0 } = before;
  const { resumedLevel, resumes = 0 } = state;
  const isAway = gapMs > Math.max(leastAwayMs, intervals * everyMs, intervals * awayMs);
  if (isAway && resumes < mostResumes) {
    const resumed = { resumedAt: at, resumedLevel: level, resumes: resumes + 1 };
    return { ...omit(state, 'watchedSince', 'watchedLevel', 'leastLevel'), ...resumed };
  }
  // The first level after a gap may be in doubt, and be that of before.
  return resumedLevel === undefined || level >= resumedLevel
    ? state
    : { ...state, resumedLevel: level };
}
