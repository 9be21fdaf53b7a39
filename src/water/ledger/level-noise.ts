import { hourMs, minuteMs } from '../../kit/time/units.ts';

/** The last readings of a sensor, and the noise that they show. */
export type NoiseKnown = {
  /** Level of the last reading, believed or not. */
  raw: number;
  /** Level of the reading before it, null after the first, and the time between the two. */
  rawBefore: number | null;
  spacing: number;
  /** Variance of the sensor's noise. */
  noise: number;
  /** Number of readings so far, at most `mostCount`. */
  count: number;
};

/** Number of readings that the estimate of the noise remembers. */
const memory = 32;
/** Readings up to which they are counted. */
export const mostCount = 256;
/** Readings further apart than this say nothing of the noise: people draw in between. */
const neighbourMs = 30 * minuteMs;
/** Ordinary use of a tank, in percent of capacity an hour, and the hours for which a rate of use holds. */
const usualRate = 0.7;
const usualRun = 0.5;
/** Least noise of any sensor, in percent. */
const leastNoise = 0.02;
/**
 * A change from one reading to the next that noise does not make, in percent and in deviations: a sensor whose
 * noise has grown to several percent makes such changes all the time, and would look quieter than it is.
 */
const largestNoise = 8;
const largestDeviations = 4;

/**
 * Returns the variance that use adds to the level: a random walk at first, a steady rate for longer times.
 */
export function wandering(elapsed: number): number {
  const hours = elapsed / hourMs;
  return usualRate ** 2 * hours * Math.max(usualRun, hours);
}

/**
 * Returns the variance of the noise as a filter has to take it that believes noise to be new with each
 * reading. Noise that lasts for minutes is the same in several readings, which together tell no more than one.
 */
export function noiseOf({ noise, swing, spacing }: Noisy): number {
  const white = noise + leastNoise ** 2;
  const lasting = lastingNoise(swing);
  if (lasting <= white + leastLasting) return white;
  const most = Math.max(1, longestNoise / Math.max(minuteMs, spacing));
  return Math.max(white, lasting * Math.min(most, lasting / (white + leastLasting)));
}

/** Returns the variance of all noise, new with each reading or not. */
export function wholeNoise({ noise, swing }: Pick<Noisy, 'noise' | 'swing'>): number {
  return Math.max(noise, lastingNoise(swing));
}

/** Returns the deviation of noise that lasts, in percent; 0 where the noise is new with each reading. */
export function lastingDeviation({ noise, swing }: Pick<Noisy, 'noise' | 'swing'>): number {
  const white = noise + leastNoise ** 2;
  const lasting = lastingNoise(swing);
  return (
    Math.sqrt(lasting) *
    Math.min(1, Math.max(0, lasting / (white + leastLasting) / certainlyLasting - 1))
  );
}

/** Variance below which swings are use as well as noise that lasts. */
const leastLasting = 0.007;
/** Swings that are so many times what white noise makes are surely of noise that lasts. */
const certainlyLasting = 1.2;

type Noisy = Pick<NoiseKnown, 'noise' | 'spacing'> & { swing: number };

/** The 20 % quantile of a second difference of noise, in deviations of the noise. */
const quantileOfNoise = 0.2533 * Math.sqrt(6);
/** Share of the swing that is taken for noise, since the quantile is not known well. */
const swingShare = 0.9;
/** Time within which readings repeat their noise, at most. */
const longestNoise = 60 * minuteMs;

function lastingNoise(swing: number): number {
  return ((swingShare * swing) / quantileOfNoise) ** 2;
}

/**
 * Updates the estimate of the noise. Each reading but the last is compared with the line between its
 * neighbours, which cancels any steady use (pseudo-residuals; Gasser, Sroka and Jennen-Steinmetz 1986,
 * "Residual variance and residual pattern in nonlinear regression"). Residuals are cut, so that spikes and
 * pumps count for little; steps that no noise makes do not count.
 */
export function noteNoise(filter: NoiseKnown, elapsed: number, raw: number): void {
  const { raw: middle, rawBefore: first, spacing } = filter;
  const isNear = Math.max(spacing, elapsed) <= neighbourMs && spacing + elapsed > 0;
  if (first !== null && isNear) {
    const share = spacing / (spacing + elapsed);
    const residual = middle - (first + (raw - first) * share);
    const squared = residual ** 2 / (1 + share ** 2 + (1 - share) ** 2);
    const cut = Math.min(squared, 10 * filter.noise + 0.03);
    const largest = Math.max(largestNoise, largestDeviations * Math.sqrt(filter.noise));
    const isStep = Math.max(Math.abs(middle - first), Math.abs(raw - middle)) > largest;
    if (!isStep) {
      filter.noise += Math.max(1 / memory, 1 / filter.count) * (1.1 * cut - filter.noise);
    }
  }
  filter.count = Math.min(filter.count + 1, mostCount);
  filter.rawBefore = middle;
  filter.spacing = elapsed;
  filter.raw = raw;
}
