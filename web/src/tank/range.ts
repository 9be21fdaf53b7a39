export const ranges = ['1d', '7d', '30d', '90d'] as const;
/** How far back a chart goes, as reports name it. */
export type Range = (typeof ranges)[number];

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export function hoursOf(range: Range): number {
  return Number.parseInt(range, 10) * 24;
}

/** The instant, epoch ms, at which a chart of this range begins. */
export function startOf(range: Range, now: number): number {
  return now - hoursOf(range) * hourMs;
}

/** A table of a single day says little, so the shortest one has a week. */
export function daysInTable(range: Range): number {
  return Math.max(7, hoursOf(range) / 24);
}

/** The calendar day, `2026-11-15`, of the first of so many whole days that end with today. */
export function firstDay(now: number, days: number, timeZone: string): string {
  const [year, month, day] = today(now, timeZone).split('-').map(Number);
  // Counted on the calendar, since days of 23 or 25 hours would shift it.
  const noon = Date.UTC(Number(year), Number(month) - 1, Number(day), 12);
  return new Date(noon - (days - 1) * dayMs).toISOString().slice(0, 10);
}

/** The calendar day that it is in a time zone. */
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
