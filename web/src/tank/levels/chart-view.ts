import { addDays, today, zonedInstant } from '../../words/zoned-instant.ts';
import { hoursOf, type Range, startOf } from './level-series.ts';

/** Time that a chart shows: a range up to now, or whole days of the account's zone that end with `until`. */
export type ChartView = { range: Range; until?: string };

/** Returns the ends of a view, epoch ms. */
export function endsOf({ range, until }: ChartView, now: number, timeZone: string) {
  if (until === undefined) return { from: startOf(range, now), to: now };
  const midnightOf = (day: string) => zonedInstant({ day, time: '00:00' }, timeZone) ?? now;
  return { from: midnightOf(firstDayOf({ range, until })), to: midnightOf(addDays(until, 1)) };
}

/** Returns the first day of a view that ends with a day. */
export function firstDayOf({ range, until }: Required<ChartView>): string {
  return addDays(until, 1 - daysOf(range));
}

/** Returns the view before a view, or after it; one that would reach today goes up to now. */
export function beside(
  { range, until }: ChartView,
  way: 'earlier' | 'later',
  { now, timeZone }: { now: number; timeZone: string },
): ChartView {
  const last = today(now, timeZone);
  const days = daysOf(range);
  return viewUntil(range, addDays(until ?? last, way === 'earlier' ? -days : days), last);
}

/** Returns the view of a range that ends with a day, which is up to now on the last day there is. */
export function viewUntil(range: Range, day: string, last: string): ChartView {
  return day >= last ? { range } : { range, until: day };
}

function daysOf(range: Range): number {
  return hoursOf(range) / 24;
}
