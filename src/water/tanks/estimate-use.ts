import { roundTo2 } from '../../kit/round.ts';
import { dayMs } from '../../kit/time/units.ts';

/** A tank that would last longer than a year is one that nobody draws from. */
const longestHours = 365 * 24;

/** What was drawn from a tank in a stretch of time. */
export type Consumption = {
  /** Instant of the oldest reading that is known of. */
  firstAt: number;
  /** The stretch that the quantities are of, in epoch milliseconds. */
  from: number;
  until: number;
  /** How much of it the tank was being filled: what was drawn then is not among the quantities. */
  fillingMs: number;
  percent: number;
  /** Null where the litres of some of it are unknown. */
  litre: number | null;
};

/** What is in a tank now, and what a percent of it comes to. */
export type Contents = {
  level: number | null;
  /** Litres. */
  volume: number | null;
  capacity: number | null;
};

export type UseEstimate = {
  unit: 'litre' | 'percent';
  /** In units; null while fewer than 24 hours are known. */
  daily_use: number | null;
  hours_to_empty: number | null;
};

/**
 * How much is used in a day, and how long what is there will last at that rate; both to two decimals.
 * In litres where the latest reading has a volume, else in percent of capacity.
 */
export function estimateUse(
  { level, volume, capacity }: Contents,
  consumption: Consumption | undefined,
): UseEstimate {
  const unit = volume === null ? 'percent' : 'litre';
  const none = { unit, daily_use: null, hours_to_empty: null } as const;
  if (!consumption || consumption.until - consumption.firstAt < dayMs) return none;
  const consumed = unit === 'litre' ? litresOf(consumption, capacity) : consumption.percent;
  if (consumed === null) return none;
  const rate = (consumed * dayMs) / seenMs(consumption);
  return {
    unit,
    daily_use: roundTo2(rate),
    hours_to_empty: hoursUntilEmpty(volume ?? level, rate),
  };
}

/** A tank whose refills never seem to end is still seen for so much of the time. */
const leastSeen = 1 / 4;

function seenMs({ from, until, fillingMs }: Consumption): number {
  const whole = until - from;
  return Math.max(whole - fillingMs, whole * leastSeen);
}

/** Litres that were measured; where the volume was told only later, what the level says of them. */
function litresOf({ litre, percent }: Consumption, capacity: number | null): number | null {
  return litre ?? (capacity === null ? null : (percent * capacity) / 100);
}

/** Null where next to nothing is used. */
function hoursUntilEmpty(present: number | null, dailyUse: number): number | null {
  if (present === null || roundTo2(dailyUse) === 0) return null;
  const hours = (present / dailyUse) * 24;
  return hours > longestHours ? null : roundTo2(hours);
}
