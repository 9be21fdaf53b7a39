import { parseInstant, parseQueryInstant } from './instant.ts';
import { endOfDay, instantOf, startOfDay } from './time-zone.ts';

/**
 * Moment as a query names it: a day, a date-time in the account's time zone, or an instant in epoch
 * milliseconds.
 */
export type Moment = { day: string } | { dateTime: string } | { instant: number };

const day = /^\d{4}-\d{2}-\d{2}$/;
const dateTime = /^(\d{4}-\d{2}-\d{2})[Tt ]((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)$/;

/** @returns undefined where the text is none of them, or a day that no calendar has. */
export function readMoment(text: string): Moment | undefined {
  if (day.test(text)) return isInstant(`${text}T00:00Z`) ? { day: text } : undefined;
  const [, date, time] = dateTime.exec(text) ?? [];
  if (date && time) {
    return isInstant(`${date}T${time}Z`) ? { dateTime: `${date}T${time}` } : undefined;
  }
  const instant = parseQueryInstant(text);
  return instant === undefined ? undefined : { instant };
}

function isInstant(text: string): boolean {
  return parseInstant(text) !== undefined;
}

/** Returns the first instant of a moment. */
export function startOfMoment(moment: Moment, zone: string): number {
  if ('instant' in moment) return moment.instant;
  return 'day' in moment ? startOfDay(moment.day, zone) : instantOf(moment.dateTime, zone);
}

/** Returns the first instant after a moment: a day ends with the day, a date-time at once. */
export function endOfMoment(moment: Moment, zone: string): number {
  return 'day' in moment ? endOfDay(moment.day, zone) : startOfMoment(moment, zone);
}
