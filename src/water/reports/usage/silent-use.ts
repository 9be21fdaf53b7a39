import { type Day, dateAt, splitIntoDays, startOfDay } from '../../../kit/time/time-zone.ts';
import { hourMs } from '../../../kit/time/units.ts';

/** Silence beyond which what was used in it is shared between the days that it began and ended in. */
const leastSilenceMs = hourMs;
/** Hours of a local day in which people sleep, in part or all, and their use, as a share of other hours. */
const asleep = [0.2, 0.2, 0.2, 0.2, 0.2, 0.6] as const;
const lateHour = 22;
const late = 0.5;

/** Stretch of silence before the readings of an hour: epoch milliseconds. */
export type Silence = { from: number; until: number };

/** Returns the silence before the first reading of an hour, undefined where there was none that matters. */
export function silenceBetween(before: number | undefined, first: number): Silence | undefined {
  if (before === undefined || first - before <= leastSilenceMs) return undefined;
  return { from: before, until: first };
}

/**
 * Returns the share of a silence's use that belongs to the day that the silence began in: nobody saw when it
 * went, but more of it by day than by night. A board that reports once a day thus tells of the day before.
 * The share depends on the silence alone, so that reports agree wherever they begin and end.
 * @returns 0 to 1; 0 where the silence began and ended on one day of the zone's calendar.
 */
export function shareOfFirstDay({ from, until }: Silence, zone: string): number {
  const midnight = startOfDay(dateAt(from, zone), zone);
  const [first, ...others] = splitIntoDays(midnight, until, zone);
  if (!first || others.length === 0) return 0;
  const own = weightOf(first, from);
  const rest = others.reduce((sum, day) => sum + weightOf(day, day.start), 0);
  return own / (own + rest);
}

/**
 * Returns what was used in the silence before an hour, in a unit of both: all that a lone reading tells, or what a gap
 * hid.
 */
export function usedInSilence(
  { consumed, unseen }: { consumed: number; unseen: number },
  isAlone: boolean,
): number {
  return isAlone ? consumed : unseen;
}

/** Milliseconds of a day from an instant on, those in which people sleep for a part of themselves. */
function weightOf({ start, end }: Day, from: number): number {
  let weight = 0;
  for (let hour = 0, at = start; at < end; hour += 1, at += hourMs) {
    const length = Math.min(end, at + hourMs) - Math.max(from, at);
    if (length > 0) weight += length * (asleep[hour] ?? (hour >= lateHour ? late : 1));
  }
  return weight;
}
