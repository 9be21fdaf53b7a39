import { LRUCache } from 'lru-cache';
import { Temporal } from 'temporal-polyfill';
import { hourMs } from './units.ts';

/** A calendar day of a time zone, or a part of it: `[start, end)`. */
export type Day = { date: string; start: number; end: number };

/** The calendar day of an instant, such as `2026-11-21`. */
export function dateAt(instant: number, zone: string): string {
  return plainDateAt(instant, zone).toString();
}

/** Time that the clocks of a zone show at an instant, such as `14:05`. */
export function clockTimeAt(instant: number, zone: string): string {
  const shown = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
  return shown.toPlainTime().toString({ smallestUnit: 'minute' });
}

/** First instant of a calendar day: midnight, or the first time that the clock shows where it skips that. */
export function startOfDay(date: string, zone: string): number {
  return calendarDay(date, zone).start;
}

/** First instant after a calendar day. */
export function endOfDay(date: string, zone: string): number {
  return calendarDay(date, zone).end;
}

/**
 * Instant at which the clocks of a zone show a date-time. One that they skip in spring is as long after the
 * jump as it says; one that they show twice in autumn is the first.
 */
export function instantOf(dateTime: string, zone: string): number {
  return Temporal.PlainDateTime.from(dateTime).toZonedDateTime(zone).epochMilliseconds;
}

/**
 * The calendar days of `[start, end)`, of 23 to 25 hours where clocks are changed; the first and the
 * last are cut to the range. A day that a zone left out altogether is left out here too.
 */
export function splitIntoDays(start: number, end: number, zone: string): Day[] {
  const days: Day[] = [];
  let date = dateAt(start, zone);
  for (let from = start; from < end; ) {
    const day = calendarDay(date, zone);
    const to = Math.min(end, day.end);
    if (to > from) days.push({ date, start: from, end: to });
    date = day.next;
    from = Math.max(from, to);
  }
  return days;
}

/** The midnights of the calendar days of `[start, end)`: the first one may be before the start. */
export function midnightsOf(start: number, end: number, zone: string): number[] {
  return splitIntoDays(start, end, zone).map(({ date }) => startOfDay(date, zone));
}

function plainDateAt(instant: number, zone: string): Temporal.PlainDate {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
}

type CalendarDay = { start: number; end: number; next: string };

/** A year of days in a few zones: the same days are asked for again and again. */
const knownDays = new LRUCache<string, CalendarDay>({ max: 4000 });

function calendarDay(date: string, zone: string): CalendarDay {
  const key = `${date} ${zone}`;
  let day = knownDays.get(key);
  if (!day) {
    const plain = Temporal.PlainDate.from(date);
    const next = plain.add({ days: 1 });
    day = { start: startOf(plain, zone), end: startOf(next, zone), next: next.toString() };
    knownDays.set(key, day);
  }
  return day;
}

function startOf(date: Temporal.PlainDate, zone: string): number {
  return date.toZonedDateTime(zone).epochMilliseconds;
}

export const hoursOfWeek = 168;

/**
 * Hour of the week (0 is Monday's first), by the clock of a zone, in which each hour of UTC begins: `count`
 * hours from an instant on a whole hour. On the two days of a year on which clocks are changed, hours
 * behind the change are off by one.
 */
export function weekHours(from: number, count: number, zone: string): Uint8Array {
  const hours = new Uint8Array(count);
  if (count === 0) return hours;
  const midnight = startOfDay(dateAt(from, zone), zone);
  for (const { date, start, end } of splitIntoDays(midnight, from + count * hourMs, zone)) {
    const firstHour = weekdayOf(date) * 24;
    const first = Math.max(0, Math.ceil((start - from) / hourMs));
    for (let at = first; from + at * hourMs < end; at += 1) {
      const hourOfDay = Math.floor((from + at * hourMs - start) / hourMs);
      hours[at] = firstHour + Math.min(23, hourOfDay);
    }
  }
  return hours;
}

/** Weekday of a date such as `2026-11-21`; 0 is Monday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}
