import { hourMs } from '../../kit/time/units.ts';
import type { PumpReading, PumpState } from './pump-facts.ts';

/**
 * Greatest rise by a pump between two readings, in percent; a greater one is believed with the next reading.
 */
const fastRise = 10;
/** Factor by which the least times grow with each new value, so that a board that is replaced is learnt anew. */
const forgetting = 1.02;
/** Longest time for which a board is taken to repeat what it measured. */
const longestHeldMs = hourMs;

/**
 * Notes the measured level, since when it is the very same, and how long the board repeats what it measured.
 *
 * A value that two others enclose was measured, and replaced, within the time from the last reading before it
 * to the first after it, so a board that measures at intervals never has less than its interval there, even if
 * pushes are lost. The least such time tells a board that holds its values from a level that stands still:
 * of any other, two readings in a row differ as soon as water flows.
 */
export function noteMeasured(state: PumpState, { at, measured }: PumpReading): PumpState {
  const { measured: before, measuredAt = at, same = 0, sameSince = at, beforeSame } = state;
  const latest = { measured, measuredAt: at };
  if (before === measured) return { ...state, ...latest, same: same + 1, sameSince };
  if (before === undefined || at <= measuredAt)
    return { ...state, ...latest, same: 1, sameSince: at };
  const gapMs = leastOf(state.gapMs, at - measuredAt);
  const replacedMs =
    beforeSame === undefined ? state.replacedMs : leastOf(state.replacedMs, at - beforeSame);
  return {
    ...{ ...state, ...latest, same: 1, sameSince: at, beforeSame: measuredAt, gapMs },
    ...(replacedMs !== undefined && { replacedMs }),
  };
}

function leastOf(known = Number.POSITIVE_INFINITY, ms: number): number {
  return Math.min(ms, Math.round(known * forgetting));
}

/** Notes how far a pump can have brought the measured level since the reading before. */
export function noteRise(known: PumpState, { level, measured }: PumpReading): PumpState {
  const { risenTo, measured: before } = known;
  const isFirst = risenTo === undefined || before === undefined;
  return { ...known, risenTo: isFirst ? level : Math.min(measured, before + fastRise) };
}

/**
 * Returns how old a measured level may be when it is posted, in milliseconds: 0 for boards that measure for
 * each post.
 * @param repeatedMs the same where nothing has been learnt from new values yet
 */
export function heldMs({ replacedMs, gapMs = 0 }: PumpState, repeatedMs = 0): number {
  const ms = replacedMs === undefined ? repeatedMs : replacedMs - 2 * gapMs;
  return Math.min(longestHeldMs, Math.max(0, ms));
}
