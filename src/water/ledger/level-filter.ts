import { hourMs, minuteMs } from '../../kit/time/units.ts';

/**
 * Filter of a sensor's level: a Kalman filter of a level that wanders (the local level model; Harvey 1989,
 * "Forecasting, structural time series models and the Kalman filter", chapter 4), with the noise estimated
 * from the readings themselves, and readings outside of its gate refused until others confirm them. Levels
 * are percent of capacity, variances squared percent, times epoch milliseconds.
 */
export type LevelFilter = {
  /** Instant and level of the last reading, believed or not. */
  at: number;
  raw: number;
  /** Level of the reading before it, null after the first, and the time between the two. */
  rawBefore: number | null;
  spacing: number;
  /** Filtered level, and the variance of its error. */
  level: number;
  variance: number;
  noise: number;
  /** Number of readings so far, at most twice `memory`. */
  count: number;
  /** Recent mean of the innovations in units of their deviation: the lag of the filter behind the level. */
  lag: number;
  /** Number of refused readings in a row: positive where they lie above the level, negative below it. */
  doubts: number;
};

/** Effect of a reading: it moved the level, was refused, or restarted the filter at its own level. */
export type Verdict = 'believed' | 'refused' | 'jumped';

/** Readings before the noise is known: until then only a step that water cannot make is refused. */
const firstReadings = 5;
/** Step between two readings of a new sensor that water does not make, in percent, */
const wildStep = 20;
/** unless the readings lie this far apart: a tank may have been emptied, filled or cleaned in the time. */
const wildWithinMs = hourMs;
/** Number of readings that the estimate of the noise remembers. */
const memory = 32;
/** Deviations from the expected level beyond which a reading is refused at first. */
const gate = 4;
/** Ordinary use of a tank, in percent of capacity an hour, and the hours for which a rate of use holds. */
const usualRate = 0.7;
const usualRun = 0.5;
/** Least noise of any sensor, in percent. */
const leastNoise = 0.02;
/** Weight of an innovation in `lag`, and the lag from which the filter is too slow for the level. */
const lagShare = 0.25;
const mostLag = 0.9;
/** Echoes are lost for seconds: beyond this spacing one more reading confirms a jump, below it two more. */
const echoMs = 20 * minuteMs;

export function startFilter(at: number, raw: number): LevelFilter {
  const first = { at, raw, rawBefore: null, spacing: 0, level: raw };
  return { ...first, variance: 0.25, noise: 0.25, count: 1, lag: 0, doubts: 0 };
}

/** True while the filter follows its readings unfiltered. */
export function isNew({ count }: LevelFilter): boolean {
  return count <= firstReadings;
}

/** Takes the next reading in the order of time; changes `filter` in place. */
export function filterLevel(filter: LevelFilter, at: number, raw: number): Verdict {
  const elapsed = at - filter.at;
  const before = filter.raw;
  noteNoise(filter, elapsed, raw);
  if (isNew(filter)) return followNew(filter, elapsed, raw);
  const variance = filter.variance + wandering(elapsed);
  const expected = Math.sqrt(variance + noiseOf(filter));
  const innovation = raw - filter.level;
  filter.at = at;
  if (Math.abs(innovation) <= gate * expected) {
    filter.doubts = 0;
    correct(filter, innovation, variance, innovation / expected);
    return 'believed';
  }
  const side = Math.sign(innovation);
  filter.doubts = filter.doubts * side > 0 ? filter.doubts + side : side;
  const needed = elapsed >= echoMs ? 2 : 3;
  if (Math.abs(filter.doubts) < needed) {
    filter.variance = variance;
    return 'refused';
  }
  beginAnew(filter, before, raw);
  return 'jumped';
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

/**
 * Returns the variance that use adds to the level: a random walk at first, a steady rate for longer times.
 */
function wandering(elapsed: number): number {
  const hours = elapsed / hourMs;
  return usualRate ** 2 * hours * Math.max(usualRun, hours);
}

function noiseOf({ noise }: LevelFilter): number {
  return noise + leastNoise ** 2;
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
  filter.lag = 0;
}

/**
 * Updates the estimate of the noise. Each reading but the last is compared with the line between its
 * neighbours, which cancels any steady use (pseudo-residuals; Gasser, Sroka and Jennen-Steinmetz 1986,
 * "Residual variance and residual pattern in nonlinear regression"). Residuals are cut, so that spikes and
 * pumps count for little.
 */
function noteNoise(filter: LevelFilter, elapsed: number, raw: number): void {
  const { raw: middle, rawBefore: first, spacing } = filter;
  if (first !== null && spacing + elapsed > 0) {
    const share = spacing / (spacing + elapsed);
    const residual = middle - (first + (raw - first) * share);
    const squared = residual ** 2 / (1 + share ** 2 + (1 - share) ** 2);
    const cut = Math.min(squared, 6 * filter.noise + 0.01);
    filter.noise += Math.max(1 / memory, 1 / filter.count) * (1.1 * cut - filter.noise);
  }
  filter.count = Math.min(filter.count + 1, 2 * memory);
  filter.rawBefore = middle;
  filter.spacing = elapsed;
  filter.raw = raw;
}
