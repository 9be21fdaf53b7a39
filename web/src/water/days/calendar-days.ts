import { dayMs } from '../../../../src/kit/time/units.ts';

/**
 * Returns the calendar day, such as `2026-11-15`, of the first of so many whole days that end with
 * today.
 */
export function firstDay(now: number, days: number, timeZone: string): string {
  const [year, month, day] = today(now, timeZone).split('-').map(Number);
  // Counted in calendar days, since days of 23 or 25 hours would shift it.
  const noon = Date.UTC(Number(year), Number(month) - 1, Number(day), 12);
  return new Date(noon - (days - 1) * dayMs).toISOString().slice(0, 10);
}

/** Returns the present calendar day in a time zone. */
export function today(now: number, timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
  }).formatToParts(now);
  const part = (type: string) => parts.find((each) => each.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}`;
}
