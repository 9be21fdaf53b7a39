import { dayMs, hourMs } from '../../kit/time/units.ts';
import { noiseOf } from './level-noise.ts';
import type { Tracker } from './tracker.ts';

/**
 * Level at which a sensor folds: an ultrasonic head cannot measure nearer than its blind distance, and nearer than that
 * it hears the echo that went to and fro twice. So while the tank fills the level falls all at once, and later it
 * rises all at once, to just where it had fallen from. Neither is water.
 */
export type Fold = {
  level: number;
  /** Instant at which the level last went over it. */
  at: number;
  /** False until the level has come back to where it fell from. */
  isSure: boolean;
};

/** Least step of a fold, and the percent within which both its steps go by the same level. */
const leastStep = 3;
const within = 2;
/** Time without a rise from which a fall is no longer one amid a refill. */
const amidMs = hourMs;
/** Time for which a fold is remembered: over a holiday a tank stays full. */
const rememberedMs = 14 * dayMs;

/**
 * Whether the step from a level to that of the filter is one of a sensor that folds; notes what it tells of the fold.
 * @param from level before the step.
 * @param before reading before the newest, which agrees with it where the step was made at once.
 */
export function isFold(tracker: Tracker, { from, before }: { from: number; before: number }): boolean {
  const { filter, rise } = tracker;
  const { at, level, raw } = filter;
  const step = level - from;
  const atOnce = Math.abs(raw - before) <= Math.max(1, 3 * Math.sqrt(2 * noiseOf(filter)));
  if (Math.abs(step) < leastStep || !atOnce) return false;
  const fold = tracker.fold && at - tracker.fold.at <= rememberedMs ? tracker.fold : null;
  const edge = step < 0 ? from : level;
  if (fold && Math.abs(edge - fold.level) <= within && (step > 0 || fold.isSure)) {
    tracker.fold = { level: fold.level, at, isSure: true };
    return true;
  }
  const isAmidRefill = rise.isFilling && at - rise.highAt <= amidMs;
  if (step < 0 && isAmidRefill && !fold?.isSure) tracker.fold = { level: from, at, isSure: false };
  return false;
}
