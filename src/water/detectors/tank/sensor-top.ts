import { hourMs } from '../../../kit/time/units.ts';
import type { Thresholds } from '../../status.ts';
import { atTop } from '../../tank-shapes/gauge.ts';
import type { Observation } from '../detector.ts';

/** Top from which a tank is close to full where its sensor says no more; below it nobody knows. */
const leastTop = 80;
/** Percent an hour by which a pump fills what no sensor sees, where its rate is not known. */
const slowRate = 10;

type Seen = Pick<Observation, 'sensorTop'>;

/** Returns the percent that stands for a full tank: the most that its sensor says, where that is close to full. */
export function topOf({ sensorTop = 100 }: Seen): number {
  return sensorTop < leastTop ? 100 : sensorTop;
}

/** True if the level of a tank whose brim its sensor cannot see is as high as it can say. */
export function isAtTop(observation: Seen & Pick<Observation, 'level'>): boolean {
  const top = topOf(observation);
  return top < 100 && observation.level >= top - atTop;
}

/** Returns the thresholds, the high one no higher than the sensor can say. */
export function reachableThresholds({
  sensorTop,
  thresholds,
}: Seen & Pick<Observation, 'thresholds'>): Thresholds {
  const top = topOf({ sensorTop });
  const highest = top - atTop;
  if (top === 100 || highest <= thresholds.low) return thresholds;
  return { ...thresholds, high: Math.min(thresholds.high, highest) };
}

/**
 * Returns the time in milliseconds in which a pump fills the tank from the level up where its sensor sees no more;
 * 0 where the sensor sees all, or the level is not at its top.
 * @param rate of the pump in percent an hour; 0 where it is not known.
 */
export function unseenMs(observation: Seen & Pick<Observation, 'level'>, rate: number): number {
  if (!isAtTop(observation)) return 0;
  return ((100 - observation.level) * hourMs) / (rate > 0 ? rate : slowRate);
}
