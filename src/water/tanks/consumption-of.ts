import { dayMs, hourMs } from '../../kit/time/units.ts';
import type { Consumption } from './estimate-use.ts';
import type { SensorRow } from './queries.ts';

const windowMs = 7 * dayMs;

/** The first whole hour of the 7 x 24 hours before an instant. */
export function startOfWindow(now: number): number {
  return Math.ceil((now - windowMs) / hourMs) * hourMs;
}

type Newest = { last_at: number; consumed_level: number; consumed_volume: number };

/**
 * What a sensor's tank gave since the end of its first hour in the window. That hour itself counts for
 * nothing: what it consumed began with the reading before it, which may be months older.
 */
export function consumptionOf(row: SensorRow): Consumption | undefined {
  const { first_at, first_last_at } = row;
  const newest = newestHourOf(row);
  if (first_at === null || first_last_at === null || !newest) return undefined;
  const between = (all: number | null, first: number | null, last: number) =>
    Math.max(0, (all ?? 0) - (first ?? 0) + last);
  const litres = between(row.consumed_volume, row.first_consumed_volume, newest.consumed_volume);
  return {
    firstAt: first_at,
    from: first_last_at,
    until: newest.last_at,
    fillingMs: row.filling_ms ?? 0,
    percent: between(row.consumed_level, row.first_consumed_level, newest.consumed_level),
    litre: row.first_last_volume === null ? null : litres,
  };
}

function newestHourOf(row: SensorRow): Newest | undefined {
  const { newest_at, newest_consumed_level, newest_consumed_volume } = row;
  if (newest_at === null) return undefined;
  return {
    last_at: newest_at,
    consumed_level: newest_consumed_level ?? 0,
    consumed_volume: newest_consumed_volume ?? 0,
  };
}
