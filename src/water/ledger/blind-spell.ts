import { dayMs } from '../../kit/time/units.ts';
import { type Fold, isInFold } from './blind-zone.ts';
import { type Doubt, isOfZeros } from './doubt.ts';
import { zeroLevel } from './impossible-fall.ts';

/** As much of a tracker as a spell is about. */
type Blind = {
  filter: Doubt & { raw: number };
  fold: Fold | null;
  isLost: boolean;
  blindAt: number | null;
};

/** A board that sends so rarely is silent between two readings, rather than blind. */
const longestMs = dayMs;

/**
 * Whether the last reading tells nothing of the level, nor of what is used: a head that the water is too near for, or
 * that has failed, says 0, or hears the echo that came twice.
 */
function isBlind(tracker: Blind): boolean {
  const { filter, isLost } = tracker;
  return (isLost && filter.raw <= zeroLevel) || isOfZeros(filter) || isInFold(tracker);
}

/**
 * Notes whether a reading told nothing, after the tracker has followed it.
 * @returns the time since the reading before, where both told nothing, else 0: what a single one hides the two beside it
 * tell.
 */
export function noteBlind(tracker: Blind, at: number): number {
  const { blindAt } = tracker;
  tracker.blindAt = isBlind(tracker) ? at : null;
  if (blindAt === null || tracker.blindAt === null) return 0;
  return Math.min(at - blindAt, longestMs);
}
