import { toIso } from '../../kit/time/instant.ts';
import { type Day, endOfDay, splitIntoDays, startOfDay } from '../../kit/time/time-zone.ts';
import { secondMs } from '../../kit/time/units.ts';
import type { SensorSpan } from '../sensors/queries.ts';

export type HeardSensor = SensorSpan & { first_hour: number; latest_at: number };

/** Time of a report, in epoch milliseconds: `[start, end)`, and whose calendar it has. */
export type CalendarTime = { start: number; end: number; timezone: string };

/** Returns those sensors of a device that have readings between their first and last one in a time. */
export function sensorsHeard(
  spans: readonly SensorSpan[],
  { start, end }: Pick<CalendarTime, 'start' | 'end'>,
): HeardSensor[] {
  return spans
    .filter(isHeard)
    .filter(({ first_hour, latest_at }) => latest_at >= start && first_hour < end);
}

function isHeard(span: SensorSpan): span is HeardSensor {
  return span.first_hour !== null && span.latest_at !== null;
}

/** Returns the days of a time between the first and the last reading of some sensors. */
export function daysHeard(
  sensors: readonly HeardSensor[],
  { start, end, timezone }: CalendarTime,
): Day[] {
  let first = Number.POSITIVE_INFINITY;
  let latest = Number.NEGATIVE_INFINITY;
  for (const { first_hour, latest_at } of sensors) {
    first = Math.min(first, first_hour);
    latest = Math.max(latest, latest_at);
  }
  const from = Math.max(start, first);
  const until = Math.min(end, latest + 1);
  return until > from ? splitIntoDays(from, until, timezone) : [];
}

/** A day of which only a part counts; `from` or `until` is null where it counts from, or to, midnight. */
export type CutDay = { date: string; from: string | null; until: string | null };

/**
 * Returns the days of which a part counts: those that the time of the report, the first reading or the last
 * one cuts.
 */
export function findCutDays(days: readonly Day[], zone: string): CutDay[] {
  return days.flatMap(({ date, start, end }) => {
    const from = start > startOfDay(date, zone) ? toIso(start) : null;
    // Up to a reading or to now its very millisecond counts, which is no time to tell.
    const until = end < endOfDay(date, zone) ? toIso(end - (end % secondMs)) : null;
    return from === null && until === null ? [] : [{ date, from, until }];
  });
}
