import { roundTo2 } from '../../kit/round.ts';
import { dayMs, hourMs } from '../../kit/time/units.ts';
import { largeStep } from './doubt.ts';
import { brim } from './impossible-fall.ts';
import type { LevelFilter } from './level-filter.ts';
import { wholeNoise } from './level-noise.ts';
import type { Rise } from './refill-rise.ts';

/** As much of a tracker as a fold is about. */
type Tracker = { filter: LevelFilter; rise: Rise; fold: Fold | null };

/**
 * Level at which a sensor folds: an ultrasonic head cannot measure nearer than its blind distance, and nearer than that
 * it hears the echo that went to and fro twice. So while the tank fills the level falls all at once, and later it
 * rises all at once, to just where it had fallen from. Neither is water.
 */
export type Fold = {
  level: number;
  /** Percent by which the level fell there when it did so first. */
  step: number;
  /** Instant at which the level last went over it. */
  at: number;
  /** False until the level has come back to where it fell from. */
  isSure: boolean;
  /** True from a fall there on until the level comes back. */
  isInside: boolean;
};

/** Least step of a fold, or of an echo that is cut off, and the percent within which both its steps go by the same level. */
const leastStep = 3;
const within = 2;
/**
 * The larger of two steps of one fold, in smaller ones: water moves on between two readings. Nearer to the head the
 * second echo comes sooner, so that the level is never far below where it fell to.
 */
const [mostTimes, mostBack] = [2.5, 1.5];
/** Time without a rise from which a fall is no longer one amid a refill. */
const amidMs = hourMs;
/** Time for which a fold is remembered: over a holiday a tank stays full. */
const rememberedMs = 14 * dayMs;

/**
 * Returns the step that a reading has to make to be one in doubt, in percent: less where an echo is cut off at the
 * brim, and where a sensor may fold.
 */
export function largeStepOf(tracker: Tracker, at: number, raw: number): number {
  const { filter } = tracker;
  const noise = Math.sqrt(wholeNoise(filter));
  const ordinary = Math.max(largeStep, 6 * noise);
  return isSudden(filter, raw) && (raw >= brim || mayFold(tracker, at, raw))
    ? Math.min(ordinary, Math.max(leastStep, 4 * noise))
    : ordinary;
}

/** Whether a reading is further from the one before than that is from its own: a level that moves on is none. */
export function isSudden({ raw: before, rawBefore }: LevelFilter, raw: number): boolean {
  return Math.abs(raw - before) > 2 * Math.abs(before - (rawBefore ?? before));
}

function mayFold(tracker: Tracker, at: number, raw: number): boolean {
  const { level } = tracker.filter;
  const fold = foldAt(tracker, at);
  if (!fold) return raw < level && isAmidRefill(tracker, at);
  return Math.abs(Math.max(raw, level) - fold.level) <= within;
}

function foldAt({ fold }: Tracker, at: number): Fold | null {
  return fold && at - fold.at <= rememberedMs ? fold : null;
}

function isAmidRefill({ rise }: Tracker, at: number): boolean {
  return rise.isFilling && at - rise.highAt <= amidMs;
}

/**
 * Whether the step from a level to that of the filter is one of a sensor that folds; notes what it tells of the fold.
 * Only one that was in doubt is asked about: it was made from one reading to the next, and has stayed since.
 * @param step.from level before the step, and `last` the reading there, behind which it lags while a pump runs.
 * @param step.to what the first reading behind it says, null where that moves on as before.
 * @param step.since instant of that reading.
 */
export function isFold(
  tracker: Tracker,
  { from, last, to, since }: { from: number; last: number; to: number | null; since: number },
): boolean {
  const { at, level } = tracker.filter;
  if (Math.abs(level - from) < leastStep) return false;
  const fold = foldAt(tracker, at);
  if (fold && to !== null) {
    const isRise = to > from;
    const isOfFold = isRise ? isBack(fold, { from, to, level }) : isAgain(fold, { from, last, to });
    if (isOfFold) {
      tracker.fold = { ...fold, at, isSure: true, isInside: !isRise };
      return true;
    }
  }
  if (level < from && isAmidRefill(tracker, since) && !fold?.isSure) {
    const step = roundTo2(from - (to ?? level));
    tracker.fold = { level: roundTo2(from), step, at, isSure: false, isInside: true };
  }
  return false;
}

/**
 * Whether the level stands where the head hears the echo that came twice: what is used there shows twice as large, or
 * three times, and what is filled as well.
 */
export function isInFold({ fold }: Pick<Tracker, 'fold'>): boolean {
  return fold?.isSure === true && fold.isInside;
}

/** Notes that the level is where no echo that came twice can be: above the fold, or lower than it falls there. */
export function leaveFold({ filter, fold }: Tracker): void {
  if (!fold?.isInside || filter.doubtLevel !== null) return;
  const isAbove = filter.level > fold.level + within;
  if (isAbove || filter.level < fold.level - fold.step - 2 * within) fold.isInside = false;
}

/**
 * Forgets a fold that is not sure once the level is below where it fell to: it was a draw. While water stands at a
 * head that hears the echo which came twice, the level is never lower than that.
 */
export function forgetDraw(tracker: Tracker): void {
  const { filter, fold } = tracker;
  if (!fold || fold.isSure || filter.doubtLevel !== null) return;
  if (filter.level < fold.level - fold.step - within) tracker.fold = null;
}

/**
 * Whether a rise ends where the fold is, as it does all at once: a pump that fills the tank to the same level may
 * begin with a large step, too, and a tanker come to it in one that is larger than the fall was.
 */
function isBack(fold: Fold, { from, to, level }: { from: number; to: number; level: number }) {
  const isThere = [to, level].every((each) => Math.abs(each - fold.level) <= within);
  const step = to - from;
  return isThere && step <= mostBack * fold.step + within && fold.step <= mostTimes * step;
}

/** Whether a fall is that of a fold that is known. */
function isAgain(
  fold: Fold,
  { from, last, to }: { from: number; last: number; to: number },
): boolean {
  const step = from - to;
  const isThere = [from, last].some((each) => Math.abs(each - fold.level) <= within);
  const isAlike = step <= mostTimes * fold.step && fold.step <= mostTimes * step;
  return fold.isSure && isThere && isAlike;
}
