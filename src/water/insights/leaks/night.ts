import { hourMs } from '../../../kit/time/units.ts';

/** An hour of a sensor as far as leaks are found in it; levels are percent of capacity. */
export type LeakHour = {
  /** Start of the hour, epoch milliseconds. */
  hour: number;
  count: number;
  level_sum: number;
  level_min: number;
  level_max: number;
  first_level: number;
  last_level: number;
  first_at: number;
  last_at: number;
  consumed_level: number;
  gap_level: number;
  suspects: number;
  noise: number;
};

/** The mean level of an hour of a night, and the deviation of its error. */
export type NightHour = {
  /** Hours after midnight; below 0 before it. */
  at: number;
  level: number;
  deviation: number;
};

/** Hours of a night between which water only went out, in the order of time. */
export type Stretch = NightHour[];

export type Night = {
  /** Midnight of the account's time zone, epoch milliseconds. */
  midnight: number;
  stretches: Stretch[];
};

export type Span = { from: number; until: number };

/** Of a night, in hours after midnight: before and after them households are up. */
const firstHour = -2;
const endHour = 6;
/** Hours that a night must tell of in one piece. */
const leastHours = 3;
/** What the mean of an hour is off by in any case, in percent: use is not spread evenly over it. */
const leastDeviation = 0.03;
/** Percent: below the outlet nothing runs out, and at the lid the sensor tells no more. */
const lowest = 4;
const highest = 99.3;

/** The night around a midnight, without the hours in which water came in; undefined if too little is left. */
export function readNight(
  midnight: number,
  hours: ReadonlyMap<number, LeakHour>,
  refills: readonly Span[],
): Night | undefined {
  const stretches: Stretch[] = [[]];
  for (let at = firstHour; at < endHour; at += 1) {
    const hour = Math.floor((midnight + at * hourMs) / hourMs) * hourMs;
    const known = hours.get(hour);
    const level = known ? known.level_sum / known.count : undefined;
    const isFilling = refills.some(({ from, until }) => from < hour + hourMs && until > hour);
    if (isFilling || (level !== undefined && (level < lowest || level > highest))) {
      stretches.push([]);
    } else if (known && level !== undefined && isWhole(known)) {
      const deviation = Math.hypot(known.noise / Math.sqrt(known.count), leastDeviation);
      stretches.at(-1)?.push({ at, level, deviation });
    }
  }
  const long = stretches.filter(({ length }) => length >= leastHours);
  return long.length > 0 ? { midnight, stretches: long } : undefined;
}

/** Whether the mean is one of the whole hour, with no outlier in it. */
function isWhole({ count, suspects, first_at, last_at }: LeakHour): boolean {
  return suspects === 0 && count >= 2 && last_at - first_at >= hourMs / 2;
}

/**
 * The step that a sensor counts in, in percent: what levels of it lie apart at least, but for one pair in
 * ten. Fine sensors have one of a few hundredths.
 */
export function stepOf(hours: Iterable<LeakHour>): number {
  const levels = new Set<number>();
  for (const { level_min, level_max, first_level, last_level } of hours) {
    for (const level of [level_min, level_max, first_level, last_level]) levels.add(level);
  }
  const sorted = [...levels].sort((a, b) => a - b);
  const gaps = sorted.slice(1).map((level, at) => level - (sorted[at] ?? 0));
  return gaps.sort((a, b) => a - b)[Math.floor(gaps.length / 10)] ?? 0;
}
