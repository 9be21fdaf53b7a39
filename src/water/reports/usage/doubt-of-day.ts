import type { Unit, UsageDay } from './usage-day.ts';

/** Of a day's true use lie this many deviations around what was reckoned 9 times of 10. */
const ninetyPercent = 1.645;
/** Deviation of what was estimated, as a share of it: households vary so from day to day. */
const habitDeviation = 0.7;
/** Deviation of what a silence hid, and of what was shared out between days, as a share of them. */
const silentDeviation = 0.3;
const shareDeviation = 0.5;
/**
 * Deviation of the filtered level, as a share of the sensor's noise: the larger the fewer readings a day; and
 * of any sensor, in percent.
 */
const filteredNoise = 0.3;
const filteredOfFew = 3.3;
const filteredMost = 1.2;
const leastDeviation = 0.17;
/** Deviation of what was seen, as a share of it: levels that move are followed a little late. */
const seenDeviation = 0.02;

/** How far a day's use may be from what was reckoned, 9 times of 10. */
export function doubtOf(day: UsageDay, unit: Unit): number {
  const { consumed, hidden, unseen, shared } = day[unit];
  // A day is the difference of two levels.
  const filtered = Math.min(filteredMost, filteredNoise + filteredOfFew / Math.sqrt(day.count));
  const ofLevels = Math.SQRT2 * Math.hypot(filtered * day.noise, leastDeviation);
  return (
    ninetyPercent *
    Math.hypot(
      litresOf(day, unit, ofLevels),
      seenDeviation * consumed,
      habitDeviation * hidden,
      silentDeviation * unseen,
      shareDeviation * shared,
    )
  );
}

/** Returns up to how much a day's use may be larger than what was seen, since the sensor was blind for a time. */
export function blindUseOf(day: UsageDay, unit: Unit): number {
  return litresOf(day, unit, (1 + ninetyPercent * habitDeviation) * day.blind);
}

/** Returns percent of capacity in the unit of a report. */
export function litresOf({ ratio }: UsageDay, unit: Unit, percent: number): number {
  return unit === 'percent' ? percent : percent * (ratio ?? 0);
}
