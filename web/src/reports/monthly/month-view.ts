import { locale } from '../../words/language.ts';
import { createLocalTimes } from '../../words/zoned-instant.ts';

/** Kept in the screen's address. */
export type MonthView = {
  /** Such as `2026-10`. */
  month: string;
  /** Id of a group; undefined for all tanks. */
  group: string | undefined;
};

/** Months that can be chosen without writing an address. */
const mostListed = 24;

/** The month that the clocks of a zone show. */
export function monthAt(instant: number, timeZone: string): string {
  return createLocalTimes(timeZone)(instant).slice(0, 7);
}

/** The month so many months before another. */
export function monthBefore(month: string, count = 1): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const all = year * 12 + number - 1 - count;
  return `${Math.floor(all / 12)}-${String((all % 12) + 1).padStart(2, '0')}`;
}

/**
 * Reads a view; without a word it is the last month that is over, which is what books are closed
 * by, or the present one for an account that is younger.
 * @param since month in which the account was made.
 */
export function readMonthView(
  query: Record<string, string>,
  present: string,
  since: string,
): MonthView {
  const last = monthBefore(present);
  const { month = '', group = '' } = query;
  return {
    month: /^2\d{3}-(0[1-9]|1[0-2])$/.test(month) ? month : since > last ? present : last,
    group: /^\d{1,15}$/.test(group) ? group : undefined,
  };
}

export function addressOfMonth({ month, group }: MonthView): string {
  const query = new URLSearchParams({ month, ...(group !== undefined && { group }) });
  return `/reports/monthly?${query}`;
}

/** Months to choose from, newest first; the chosen one is among them. */
export function monthsToChoose(present: string, chosen: string): string[] {
  const months = Array.from({ length: mostListed }, (_, count) => monthBefore(present, count));
  return months.includes(chosen) ? months : [...months, chosen].sort().reverse();
}

/** Formats a month: `October 2026`. */
export function monthName(month: string): string {
  return new Intl.DateTimeFormat(locale(), {
    ...({ month: 'long', year: 'numeric', timeZone: 'UTC' } as const),
  }).format(Date.parse(`${month}-01T00:00:00Z`));
}
