import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { dateAt, splitIntoDays, startOfDay } from '../../kit/time/time-zone.ts';

/** A month of a time zone's calendar: `[start, end)` in epoch milliseconds. */
export type Month = {
  /** Such as `2026-10`. */
  month: string;
  timezone: string;
  start: number;
  end: number;
  /** End of what counts: that of the month, or now. */
  until: number;
  isOver: boolean;
  /** Days of it that have begun. */
  days: number;
};

/**
 * Resolves a month.
 * @param asked such as `2026-10`; undefined for the present one.
 * @throws ApiError 400 for a month that has not begun.
 */
export function resolveMonth(asked: string | undefined, timezone: string, now: number): Month {
  const month = asked ?? dateAt(now, timezone).slice(0, 7);
  const start = startOfDay(`${month}-01`, timezone);
  const end = startOfDay(`${following(month)}-01`, timezone);
  if (start > now) throw failures.invalidField('month', fault('afterNow'));
  const isOver = end <= now;
  // What was recorded this very millisecond counts.
  const until = isOver ? end : now + 1;
  const days = splitIntoDays(start, until, timezone).length;
  return { month, timezone, start, end, until, isOver, days };
}

/** The month after another. */
function following(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}
