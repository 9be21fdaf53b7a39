import { hourMs } from '../../../kit/time/units.ts';
import { roundingOf, type Sensor } from './sensor.ts';

/** The readings of a quarter of an hour, without those refused; levels are percent of capacity. */
export type QuarterHour = {
  /** Mean instant of the readings, epoch milliseconds. */
  at: number;
  /** Their mean level. */
  level: number;
  count: number;
};

/** A level of a night, and the deviation of its error. */
export type NightLevel = {
  /** Hours after midnight; below 0 before it. */
  at: number;
  level: number;
  deviation: number;
};

/** Levels between which water only went out, in the order of time. */
export type Stretch = NightLevel[];

export type Night = {
  /** Midnight of the account's time zone, epoch milliseconds. */
  midnight: number;
  stretches: Stretch[];
  /** How far to either side the level may be of what the sensor writes down. */
  rounding: number;
};

export type Span = { from: number; until: number };

export const quarterHourMs = hourMs / 4;
/** Of a night, in hours after midnight: before and after them most households are up. */
export const firstHour = -3;
export const endHour = 6;
/** Hours that a stretch must last to tell anything. */
const leastHours = 2;
/** What a level is off by in any case, in percent: use is not spread evenly over a quarter of an hour. */
const leastDeviation = 0.012;
/** Percent: below the outlet nothing runs out, and so close to its top the sensor tells no more. */
const lowest = 4;
const belowTop = 0.7;

/**
 * The night around a midnight, without the times in which water came in; undefined if too little is left.
 * @param quarterHours by their begin.
 */
export function readNight(
  midnight: number,
  quarterHours: ReadonlyMap<number, QuarterHour>,
  refills: readonly Span[],
  sensor: Sensor,
): Night | undefined {
  const stretches: Stretch[] = [[]];
  const highest = (sensor.top ?? 100) - belowTop;
  const end = midnight + endHour * hourMs;
  for (let begin = midnight + firstHour * hourMs; begin < end; begin += quarterHourMs) {
    const known = quarterHours.get(begin);
    const isFilling = refills.some(
      ({ from, until }) => from < begin + quarterHourMs && until > begin,
    );
    if (isFilling || (known && (known.level < lowest || known.level > highest))) {
      stretches.push([]);
    } else if (known) {
      const { at, level, count } = known;
      const noise = Math.max(sensor.noise / Math.sqrt(count), sensor.lasting ?? 0);
      const deviation = Math.hypot(noise, leastDeviation);
      stretches.at(-1)?.push({ at: (at - midnight) / hourMs, level, deviation });
    }
  }
  const long = stretches.filter((stretch) => lengthOf(stretch) >= leastHours);
  if (long.length === 0) return undefined;
  return { midnight, stretches: long, rounding: roundingOf(sensor) };
}

function lengthOf(stretch: Stretch): number {
  return (stretch.at(-1)?.at ?? 0) - (stretch[0]?.at ?? 0);
}
