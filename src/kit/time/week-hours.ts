import { dateAt, splitIntoDays, startOfDay } from './time-zone.ts';
import { hourMs } from './units.ts';

export const hoursOfWeek = 168;

/**
 * Which hour of the week (0 is Monday's first) each hour of UTC begins in, by the clock of a zone: from
 * an instant on a whole hour, so many hours. On the two days of a year on which clocks are changed,
 * hours behind the change are off by one.
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

/** Of a date such as `2026-11-21`; 0 is Monday. */
export function weekdayOf(date: string): number {
  return (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;
}
