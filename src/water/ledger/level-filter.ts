import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { type Waiting, waitingOf } from './alerts-wait.ts';
import {
  type Doubt,
  type EchoKnown,
  endDoubt,
  endZeros,
  followDoubt,
  isBehindSilence,
  isReturn,
  isZeroFault,
  largeStep,
  noDoubt,
  noteStep,
  noteZero,
  type SteppedReading,
} from './doubt.ts';
import { mostCount, type NoiseKnown, noiseOf, noteNoise, wandering } from './level-noise.ts';
import { type LevelSwing, noteSwing, startSwing } from './level-swing.ts';

/**
 * Filter of a sensor's level: a Kalman filter of a level that wanders (the local level model; Harvey 1989,
 * "Forecasting, structural time series models and the Kalman filter", chapter 4), with the noise estimated
 * from the readings themselves, and readings outside of its gate refused until others confirm them. Levels
 * are percent of capacity, variances squared percent, times epoch milliseconds.
 */
export type LevelFilter = NoiseKnown &
  LevelSwing &
  Doubt &
  EchoKnown & {
    /** Instant of the last reading, believed or not. */
    at: number;
    /** Filtered level, and the variance of its error. */
    level: number;
    variance: number;
    /** Recent mean of the innovations in units of their deviation: the lag of the filter behind the level. */
    lag: number;
    /** Number of unconfirmed readings in a row: positive where they lie above the level, negative below it. */
    doubts: number;
  };

/**
 * Effect of a reading: it moved the level, waits for the next to agree, was refused as one that water cannot
 * make, restarted the filter at its own level, or ended at last the wait for an impossible level to go.
 */
export type Verdict = 'believed' | 'waits' | 'refused' | 'jumped' | 'impossible';

/** Readings before the noise is known: until then only a step that water cannot make is refused. */
const firstReadings = 20;
/** Of a sensor that reports rarely they tell nothing of the noise, so that fewer of them do. */
const firstOfSlow = 5;
/** Step between two readings of a new sensor that water does not make, in percent, */
const wildStep = 20;
/** unless the readings lie this far apart: a tank may have been emptied, filled or cleaned in the time. */
const wildWithinMs = hourMs;
/** Deviations from the expected level beyond which a reading waits for another. */
const gate = 4;
/** Weight of an innovation in `lag`, and the lag from which the filter is too slow for the level. */
const lagShare = 0.25;
const mostLag = 0.9;
/** Step, in steps before it, up to which a level that moves on has gone on moving. */
const mostTimesStep = 4;
/** Echoes are lost for seconds: beyond this spacing one more reading confirms a jump, below it two more, */
const echoMs = 20 * minuteMs;
/** and beyond this it needs none. */
const longMs = 55 * minuteMs;

export function startFilter(at: number, raw: number): LevelFilter {
  const first = { at, raw, rawBefore: null, spacing: 0, level: raw };
  const unknown = { variance: 0.25, noise: 0.25, count: 1, lag: 0, doubts: 0 };
  return { ...first, ...unknown, ...startSwing(at, raw), ...noDoubt, echoAt: 0 };
}

/** True while the filter follows its readings unfiltered. */
export function isNew({ count, spacing }: LevelFilter): boolean {
  return count <= (spacing > echoMs * 2 ? firstOfSlow : firstReadings);
}

/**
 * Takes the next reading in the order of time; changes `filter` in place.
 * @param ratio litres of a percent, null where they are unknown.
 */
export function filterLevel(
  filter: LevelFilter,
  reading: SteppedReading,
  ratio: number | null,
): Verdict {
  const { at, raw } = reading;
  const elapsed = at - filter.at;
  const before = filter.raw;
  const stepBefore = Math.abs(before - (filter.rawBefore ?? before));
  const mayFail = !isNew(filter) || isBehindSilence(filter, at);
  if (mayFail && isZeroFault(filter, { at, raw, ratio })) {
    noteZero(filter, { ...reading, before });
    return 'refused';
  }
  endZeros(filter, raw, isNew(filter));
  noteNoise(filter, elapsed, raw);
  if (isNew(filter)) return followNew(filter, elapsed, raw);
  noteStep(filter, { ...reading, before });
  if (isReturn(filter, at, raw)) {
    endDoubt(filter, at, raw);
    return 'believed';
  }
  const verdict = weigh(filter, { at, raw, before, stepBefore });
  return followDoubt(filter, verdict, ratio) === 'impossible' ? 'impossible' : verdict;
}

function weigh(
  filter: LevelFilter,
  { at, raw, before, stepBefore }: { at: number; raw: number; before: number; stepBefore: number },
): Exclude<Verdict, 'impossible'> {
  const elapsed = at - filter.at;
  const variance = filter.variance + wandering(elapsed);
  const expected = Math.sqrt(variance + noiseOf(filter));
  const innovation = raw - filter.level;
  filter.at = at;
  if (Math.abs(innovation) <= gate * expected) {
    filter.doubts = 0;
    correct(filter, innovation, variance, innovation / expected);
    noteSwing(filter, at, raw);
    return 'believed';
  }
  const side = Math.sign(innovation);
  // A step many times larger than the one before confirms nothing, and is no level that moves on: it may be an echo.
  const isSuch = Math.abs(raw - before) <= Math.max(largeStep, mostTimesStep * stepBefore);
  filter.doubts = isSuch && filter.doubts * side > 0 ? filter.doubts + side : side;
  if (Math.abs(filter.doubts) < neededFor(filter, elapsed, isSuch ? side : 0)) {
    filter.variance = variance;
    const isStep = filter.doubtLevel !== null || Math.abs(raw - before) > largeStep;
    return isStep ? 'refused' : 'waits';
  }
  beginAnew(filter, before, raw);
  noteSwing(filter, at, raw);
  filter.lag = side;
  return 'jumped';
}

/** Returns the step for which alerts of the level wait (`waitingOf`), as far as the filter has come. */
export function alertsWaitFor(filter: LevelFilter, ratio: number | null): Waiting | null {
  const { at, level, doubts } = filter;
  if (isNew(filter)) {
    if (doubts === 0) return null;
    return { reason: 'step', levelBefore: level, since: at, readingsLeft: 1, until: null };
  }
  const needed = neededFor(filter, filter.spacing, Math.sign(doubts));
  return waitingOf(filter, { raw: filter.raw, needed, ratio });
}

/** Takes a level that a person says: it is as it is said. */
export function believeStated(filter: LevelFilter, at: number, raw: number): void {
  Object.assign(filter, noDoubt);
  filter.at = at;
  filter.raw = raw;
  filter.rawBefore = null;
  filter.spacing = 0;
  filter.level = raw;
  filter.variance = noiseOf(filter);
  filter.count = Math.min(filter.count + 1, mostCount);
  filter.lag = 0;
  filter.doubts = 0;
}

/** Readings that must agree before a jump is believed; none but itself where the level moves so already. */
function neededFor({ lag }: LevelFilter, elapsed: number, side: number): number {
  if (elapsed >= longMs || lag * side >= mostLag) return 1;
  return elapsed >= echoMs ? 2 : 3;
}

/** Follows the first readings unfiltered; a wild one is refused until the next confirms it. */
function followNew(filter: LevelFilter, elapsed: number, raw: number): Verdict {
  const side = Math.sign(raw - filter.level);
  const isWild = elapsed < wildWithinMs && Math.abs(raw - filter.level) > wildStep;
  const isConfirmed = filter.doubts * side > 0;
  filter.at += elapsed;
  filter.doubts = isWild && !isConfirmed ? side : 0;
  if (filter.doubts !== 0) return 'refused';
  filter.level = raw;
  filter.variance = noiseOf(filter);
  noteSwing(filter, filter.at, raw);
  return isWild ? 'jumped' : 'believed';
}

/**
 * Returns the variance that the filter settles at while readings keep their present spacing: the fixed point
 * of its Riccati equation.
 */
export function settledVariance(filter: LevelFilter, elapsed: number): number {
  const wander = wandering(elapsed);
  const noise = noiseOf(filter);
  const predicted = wander / 2 + Math.sqrt((wander * wander) / 4 + wander * noise);
  return (predicted * noise) / (predicted + noise);
}

function correct(filter: LevelFilter, innovation: number, variance: number, deviation: number) {
  filter.lag += lagShare * (deviation - filter.lag);
  let known = variance;
  if (Math.abs(filter.lag) > mostLag) {
    // The level moves steadily: trust the readings more until the filter has caught up.
    known = Math.max(known, noiseOf(filter));
    filter.lag /= 2;
  }
  const gain = known / (known + noiseOf(filter));
  filter.level += gain * innovation;
  filter.variance = known * (1 - gain);
}

function beginAnew(filter: LevelFilter, before: number, raw: number): void {
  const noise = noiseOf(filter);
  const agree = Math.abs(raw - before) < 3 * Math.sqrt(2 * noise);
  filter.level = agree ? (raw + before) / 2 : raw;
  filter.variance = agree ? noise / 2 : noise;
  filter.doubts = 0;
}
