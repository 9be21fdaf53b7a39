import { hourMs } from '../../../kit/time/units.ts';
import type { LeakHour } from './leak-hour.ts';

const quarterHourMs = hourMs / 4;

/** A sensor as far as it blurs the levels of a night, in percent of capacity. */
export type Sensor = {
  /** Standard deviation of a reading. */
  noise: number;
  /** What its levels lie apart at least. */
  step: number;
  /**
   * Standard deviation of the mean of a quarter of an hour: noise that lasts longer than the interval, as of
   * sensors that average or hold, does not go away in it. Undefined where it is not known.
   */
  lasting?: number | undefined;
  /** Highest level that it can say; 100 where it is left out. */
  top?: number;
};

/** Refills, pumps and uses add to the noise that is seen: most hours have more of it than the sensor. */
const quietShare = 0.3;
/** Rounding below this, in percent, does not matter. */
const leastRounding = 0.02;

/** Second differences fewer than these tell nothing. */
const leastDifferences = 24;

/** @param quarterHours means of the readings of quarters of an hour, by their begin. */
export function learnSensor(
  hours: readonly LeakHour[],
  quarterHours: ReadonlyMap<number, { level: number }> = new Map(),
): Sensor {
  const noises = hours.map(({ noise }) => noise).sort((a, b) => a - b);
  return {
    noise: noises[Math.floor(quietShare * noises.length)] ?? 0,
    step: stepOf(hours),
    lasting: lastingNoise(quarterHours),
  };
}

/**
 * Deviation of means of quarters of an hour, by the second differences of those that follow each other: of white
 * noise they have six times its variance. Quiet ones are looked at, since use adds to them; |x| of a normal x is
 * below 0.385 deviations for three in ten.
 */
function lastingNoise(quarterHours: ReadonlyMap<number, { level: number }>): number | undefined {
  const differences: number[] = [];
  for (const [begin, { level }] of quarterHours) {
    const before = quarterHours.get(begin - quarterHourMs);
    const after = quarterHours.get(begin + quarterHourMs);
    if (before && after) differences.push(Math.abs(before.level - 2 * level + after.level));
  }
  if (differences.length < leastDifferences) return undefined;
  differences.sort((a, b) => a - b);
  const quiet = differences[Math.floor(quietShare * differences.length)] ?? 0;
  return quiet / 0.385 / Math.sqrt(6);
}

/**
 * The step that a sensor counts in: what its levels lie apart at least, but for one pair in ten. Fine
 * sensors have one of a few hundredths.
 */
function stepOf(hours: readonly LeakHour[]): number {
  const levels = new Set<number>();
  for (const { level_min, level_max, first_level, last_level } of hours) {
    for (const level of [level_min, level_max, first_level, last_level]) levels.add(level);
  }
  const sorted = [...levels].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((level, at) => level - (sorted[at] ?? 0));
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 10)] ?? 0;
}

/**
 * How far to either side the mean of some readings may be off because they are rounded. Without noise
 * that is half a step. Noise of half a step and more makes up for it: readings fall to both sides in
 * proportion (dither; Widrow and Kollár 2008, "Quantization Noise", has the exponent).
 */
export function roundingOf({ noise, step }: Sensor): number {
  if (step === 0) return 0;
  // Rounding itself looks like noise of a deviation of step / sqrt(12).
  const dither = Math.max(0, noise ** 2 - step ** 2 / 12) / step ** 2;
  const rounding = (step / 2) * Math.exp(-2 * Math.PI ** 2 * dither);
  return rounding > leastRounding ? rounding : 0;
}
