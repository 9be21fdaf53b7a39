import { parseInstant, withPlus } from '../../kit/time/instant.ts';
import { endOfDay, instantOf, startOfDay } from '../../kit/time/time-zone.ts';

/**
 * What somebody wrote into `start_date` or `end_date`: a day, a date-time on the clocks of their time
 * zone, or an instant in epoch milliseconds.
 */
export type Moment = { day: string } | { dateTime: string } | { instant: number };

const day = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)$/;

/** @returns undefined where the text is nothing of the kind, or a day that no calendar has. */
export function readMoment(text: string): Moment | undefined {
  if (day.test(text)) return isInstant(`${text}T00:00Z`) ? { day: text } : undefined;
  const [, date, time] = dateTime.exec(text) ?? [];
  if (date && time) {
    return isInstant(`${date}T${time}Z`) ? { dateTime: `${date}T${time}` } : undefined;
  }
  const instant = parseInstant(withPlus(text));
  return instant === undefined ? undefined : { instant };
}

function isInstant(text: string): boolean {
  return parseInstant(text) !== undefined;
}

/** The first instant of a moment. */
export function startOfMoment(moment: Moment, zone: string): number {
  if ('instant' in moment) return moment.instant;
  return 'day' in moment ? startOfDay(moment.day, zone) : instantOf(moment.dateTime, zone);
}

/** The first instant after a moment: a day is over at its end, a date-time at once. */
export function endOfMoment(moment: Moment, zone: string): number {
  return 'day' in moment ? endOfDay(moment.day, zone) : startOfMoment(moment, zone);
}
