import { quantileOf } from '../../../kit/quantile.ts';
import type { UseHistory } from './use-history.ts';
import type { UsualWeek } from './usual-week.ts';

/** The use of an hour of the week: its mean, and between which it lies 8 times of 10. */
export type UsualHour = { use: number; low: number; high: number };

/**
 * The range of each hour of the week. Eight weeks have an hour of the week eight times, which is too few
 * for a range: so those of the same hour on other days are looked at too, each scaled by what is usual then.
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
