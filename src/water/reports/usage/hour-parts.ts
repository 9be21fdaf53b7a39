import type { Day } from '../../../kit/time/time-zone.ts';
import type { NamedStretch } from '../../ledger/corrected-stretch.ts';
import { type MeasuredRow, type Rollup, rollUpHour } from '../../record/rollups/rollup.ts';

/** Hour of a sensor: its rollup, and if days divide it, its readings and the tracker before them. */
export type Hour<R> = {
  rollup: R;
  readings: readonly MeasuredRow[];
  before?: string | undefined;
  /** Stretches in which nothing is booked. */
  corrected?: readonly NamedStretch[];
};

/** Piece of an hour within one day, by the index of the day; -1 before the first one. */
export type HourPart<R> = { day: number; part: R };

type Span = Pick<Rollup, 'first_at' | 'last_at'>;

/** Returns the index of the day of an instant: -1 before the first, their number after the last. */
export function findDay(days: readonly Day[], instant: number): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((days[middle]?.end ?? 0) <= instant) low = middle + 1;
    else high = middle;
  }
  return instant < (days[low]?.start ?? Number.NEGATIVE_INFINITY) ? low - 1 : low;
}

/** True if the readings of an hour lie in more than one day. */
export function isDivided({ first_at, last_at }: Span, days: readonly Day[]): boolean {
  return findDay(days, first_at) !== findDay(days, last_at);
}

/**
 * Divides an hour between days. An hour within one day stays as it is; a divided one is rolled up again from
 * its readings, piece by piece. If readings are missing, since they are past their retention, the whole hour
 * counts to the day of its first one.
 */
export function divideHour<R extends Span & Pick<Rollup, 'count'>>(
  { rollup, readings, before, corrected }: Hour<R>,
  days: readonly Day[],
): HourPart<R | Rollup>[] {
  const day = findDay(days, rollup.first_at);
  if (day === findDay(days, rollup.last_at) || readings.length < rollup.count) {
    return [{ day, part: rollup }];
  }
  const parts: HourPart<Rollup>[] = [];
  let tracker = before;
  for (const [day, own] of Map.groupBy(readings, (row) => findDay(days, row.recorded_at))) {
    const rolledUp = rollUpHour(own, tracker, corrected);
    if (!rolledUp) continue;
    parts.push({ day, part: rolledUp.rollup });
    tracker = rolledUp.rollup.tracker;
  }
  return parts;
}
