import { failures } from '../../kit/api/failures/api-error.ts';
import { fault } from '../../kit/api/failures/faults.ts';
import { endOfMoment, type Moment, startOfMoment } from '../../kit/time/moment.ts';
import { dayMs } from '../../kit/time/units.ts';

/** Days of each period (document 1, section 4 "Reports"); a day is 24 hours. */
const periodDays = { '1d': 1, '7d': 7, '30d': 30, '90d': 90 };
export type Period = keyof typeof periodDays;
export const periods: readonly Period[] = ['1d', '7d', '30d', '90d'];
export const usualPeriod: Period = '7d';

/** Time of a report, in epoch milliseconds: `[start, end)`. */
export type ReportRange = {
  /** Null where dates were given. */
  period: Period | null;
  start: number;
  end: number;
  /** End of the time in the answer. */
  shownEnd: number;
};

type Asked = {
  period: Period | undefined;
  startDate: Moment | undefined;
  endDate: Moment | undefined;
};

/** Instants with a year of four digits, as ISO 8601 has it. */
const earliest = Date.parse('0000-01-01T00:00:00.000Z');
const latest = Date.parse('9999-12-31T23:59:59.999Z');

/**
 * Resolves the time of a report. Dates take precedence over the period; where one date is missing, the time
 * ends now, or begins a period before its end.
 * @throws ApiError 400 where the end comes before the start, or a year has not four digits.
 */
export function resolveRange(asked: Asked, zone: string, now: number): ReportRange {
  const { period = usualPeriod, startDate, endDate } = asked;
  const end = endDate ? endOfMoment(endDate, zone) : now;
  const start = startDate ? startOfMoment(startDate, zone) : end - periodDays[period] * dayMs;
  if (start < earliest)
    throw failures.invalidField(startDate ? 'start_date' : 'end_date', fault('tooEarly'));
  if (end > latest) throw failures.invalidField('end_date', fault('tooLate'));
  // A day that is over when the range starts comes before it; a date-time may equal the start.
  const isReversed = endDate && 'day' in endDate ? end <= start : end < start;
  if (isReversed) {
    throw endDate
      ? failures.invalidField('end_date', fault('beforeStart'))
      : failures.invalidField('start_date', fault('afterNow'));
  }
  return {
    period: startDate || endDate ? null : period,
    start,
    // A report up to now includes readings of this very millisecond.
    end: endDate ? end : now + 1,
    shownEnd: end,
  };
}
