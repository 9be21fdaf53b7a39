import { quantileOf } from '../../../kit/quantile.ts';
import { hoursOfWeek } from '../../../kit/time/time-zone.ts';
import type { UseHistory } from './use-history.ts';

/** Use of a tank by the hour of the week (0 is Monday's first), in units an hour. */
export type UsualWeek = {
  rates: Float64Array;
  /** Number of hours that each rate rests on. */
  hours: Float64Array;
};

/** Weight of the expectation in each estimate, in hours or days; fitted to simulated tanks. */
const prior = { hourOfDay: 2, weekday: 3, hourOfWeek: 12 };

/**
 * Learns the usual week from a history in steps, each shrunk towards the one before (empirical Bayes): the
 * mean of all hours, the hour of the day, the day of the week as a factor of it, and the departure of an hour
 * of the week from both. So two weeks, which have each hour twice, are significant.
 * @param cells the hour of the week of each hour of the history.
 */
export function learnUsualWeek({ used, seen }: UseHistory, cells: Uint8Array): UsualWeek {
  const week = { used: new Float64Array(hoursOfWeek), seen: new Float64Array(hoursOfWeek) };
  cells.forEach((cell, at) => {
    add(week.used, cell, used[at] ?? 0);
    add(week.seen, cell, seen[at] ?? 0);
  });
  const mean = total(week.used) / (total(week.seen) || 1);
  const hourOfDay = Float64Array.from({ length: 24 }, (_, hour) => {
    const own = (values: Float64Array) => sumWhere(values, (cell) => cell % 24 === hour);
    return (own(week.used) + prior.hourOfDay * mean) / (own(week.seen) + prior.hourOfDay);
  });
  const weekday = Float64Array.from({ length: 7 }, (_, day) => {
    const isOwn = (cell: number) => Math.floor(cell / 24) === day;
    const expected = sumWhere(
      week.seen.map((hours, cell) => hours * (hourOfDay[cell % 24] ?? 0)),
      isOwn,
    );
    const priorUse = prior.weekday * 24 * mean;
    return expected + priorUse > 0
      ? (sumWhere(week.used, isOwn) + priorUse) / (expected + priorUse)
      : 1;
  });
  const rates = week.used.map((use, cell) => {
    const expected = (hourOfDay[cell % 24] ?? 0) * (weekday[Math.floor(cell / 24)] ?? 1);
    return (use + prior.hourOfWeek * expected) / ((week.seen[cell] ?? 0) + prior.hourOfWeek);
  });
  return { rates, hours: week.seen };
}

export function dailyUseOf({ rates }: Pick<UsualWeek, 'rates'>): number {
  return total(rates) / 7;
}

function add(values: Float64Array, at: number, amount: number): void {
  values[at] = (values[at] ?? 0) + amount;
}

function total(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function sumWhere(values: Float64Array, isOwn: (at: number) => boolean): number {
  return values.reduce((sum, value, at) => (isOwn(at) ? sum + value : sum), 0);
}

/** Use of an hour of the week: its mean, and the range in which it lies 8 times of 10. */
export type UsualHour = { use: number; low: number; high: number };

/**
 * Returns the range of each hour of the week. Eight weeks have an hour of the week eight times, too few for a
 * range: so the same hour on other days counts as well, scaled by what is usual then.
 */
export function rangesOfHours(
  { used, seen }: UseHistory,
  cells: Uint8Array,
  { rates }: UsualWeek,
): UsualHour[] {
  const ratios = Array.from({ length: 24 }, (): number[] => []);
  cells.forEach((cell, at) => {
    const expected = (rates[cell] ?? 0) * (seen[at] ?? 0);
    if (expected > 0) ratios[cell % 24]?.push((used[at] ?? 0) / expected);
  });
  const ranges = ratios.map((own) => ({
    low: quantileOf(own, 0.1) ?? 1,
    high: quantileOf(own, 0.9) ?? 1,
  }));
  return Array.from(rates, (use, cell) => {
    const { low = 1, high = 1 } = ranges[cell % 24] ?? {};
    return { use, low: use * Math.min(1, low), high: use * Math.max(1, high) };
  });
}
