import { minuteMs } from '../../kit/time/units.ts';

/**
 * How far the believed level swings from quarter-hour to quarter-hour while nothing happens, in percent.
 * Sensors that average, hold or filter repeat their noise from reading to reading, so that neighbours agree
 * and the noise looks small; over quarter-hours it shows. A tank is at rest for at least a fifth of its
 * quarter-hours, so the 20 % quantile of the second difference is noise and no use.
 */
export type LevelSwing = {
  /** Instant of the last sample, and the levels of it and of the one before; null until there are any. */
  sampledAt: number;
  sample: number;
  sampleBefore: number | null;
  /** The quantile, and the number of samples that it is learnt from, up to `mostSamples`. */
  swing: number;
  samples: number;
};

/** Samples are a quarter-hour apart or more, but not so far that use would fall between them. */
const leastSpacing = 29 * minuteMs;
const mostSpacing = 100 * minuteMs;
/** Share of quarter-hours of which a tank surely is at rest. */
const restShare = 0.2;
/** Step by which the estimate moves in its logarithm, times the samples: large at first, small later on. */
const firstStep = 4;
const mostSamples = 165;
/** The least quantile, from which it must be able to rise again. */
const leastSwing = 0.01;
/** Quantile of a sensor of which nothing is known: that of noise of half a percent. */
export const firstSwing = 0.34;

export function startSwing(at: number, level: number): LevelSwing {
  return { sampledAt: at, sample: level, sampleBefore: null, swing: firstSwing, samples: 0 };
}

/**
 * Returns how many times larger noise that lasts may be than is known: twice at first, once at last. Readings so far
 * apart that each is a sample say themselves what noise they have.
 */
export function unsureOf({ samples, spacing }: LevelSwing & { spacing: number }): number {
  return spacing >= leastSpacing ? 1 : 2 - samples / mostSamples;
}

/**
 * Takes the believed level at an instant; changes `known` in place. The quantile is approximated step by step
 * (Robbins and Monro 1951), in its logarithm.
 */
export function noteSwing(known: LevelSwing, at: number, level: number): void {
  const elapsed = at - known.sampledAt;
  if (elapsed < leastSpacing) return;
  const { sample, sampleBefore } = known;
  known.sampledAt = at;
  known.sample = level;
  known.sampleBefore = elapsed > mostSpacing ? null : sample;
  if (sampleBefore === null || elapsed > mostSpacing) return;
  const difference = Math.abs(level - 2 * sample + sampleBefore);
  known.samples = Math.min(known.samples + 1, mostSamples);
  const step = firstStep / (known.samples + 6);
  const isBelow = difference < known.swing;
  known.swing *= Math.exp(step * (restShare - (isBelow ? 1 : 0)));
  known.swing = Math.max(leastSwing, known.swing);
}
