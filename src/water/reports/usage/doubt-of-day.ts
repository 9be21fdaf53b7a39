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

/** Fewer percent do not say how many litres a percent is. */
const leastPercent = 1;

/** How far a day's use may be from what was reckoned, 9 times of 10. */
export function doubtOf(day: UsageDay, unit: Unit): number {
  const { consumed, hidden, unseen, shared, last } = day[unit];
  const percent = day.percent.last ?? 0;
  const ofPercent = unit === 'percent' ? 1 : percent >= leastPercent ? (last ?? 0) / percent : 0;
  // A day is the difference of two levels.
  const filtered = Math.min(filteredMost, filteredNoise + filteredOfFew / Math.sqrt(day.count));
  const ofLevels = Math.SQRT2 * Math.hypot(filtered * day.noise, leastDeviation) * ofPercent;
  return (
    ninetyPercent *
    Math.hypot(
      ofLevels,
      seenDeviation * consumed,
      habitDeviation * hidden,
      silentDeviation * unseen,
      shareDeviation * shared,
    )
  );
}
