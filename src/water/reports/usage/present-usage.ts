import { roundTo2 } from '../../../kit/round.ts';
import { blindUseOf, doubtOf, litresOf } from './doubt-of-day.ts';
import type { Unit, UsageDay } from './usage-day.ts';

/** What went out of a tank and came into it on one day. */
export type UsageRow = {
  date: string;
  consumed: number;
  refilled: number;
  net_change: number;
  total_volume_change: number;
  /** Range in which the consumed lies, 9 times of 10. */
  consumed_low: number;
  consumed_high: number;
  /** Share of the consumed that was estimated rather than seen: 0 to 1. */
  estimated_share: number;
  /** Change of the level that neither use nor refill explains. */
  unexplained: number;
};

/** Returns litres as soon as any reading has a volume, since a tank's capacity is often entered late. */
export function unitOf(days: Iterable<UsageDay>): Unit {
  for (const { litre } of days) if (litre.last !== null) return 'litre';
  return 'percent';
}

/** Makes the rows of some days; in litres, days without a volume are left out. */
export function presentUsage(days: readonly UsageDay[], unit: Unit): UsageRow[] {
  return days.flatMap((day) => {
    const { consumed, refilled, hidden, unseen, shared, before, last } = day[unit];
    if (before === null || last === null) return [];
    const shown = { consumed: roundTo2(consumed), refilled: roundTo2(refilled) };
    const net_change = roundTo2(shown.refilled - shown.consumed);
    // Values are rounded, not their differences, so that the figures shown add up over the days.
    const total_volume_change = roundTo2(roundTo2(last) - roundTo2(before));
    const doubt = doubtOf(day, unit) + litresOf(day, unit, day.unknowable?.percent ?? 0);
    const plain = day.plain?.[unit] ?? consumed;
    return {
      date: day.date,
      ...shown,
      net_change,
      total_volume_change,
      consumed_low: roundTo2(Math.max(0, Math.min(plain, consumed - doubt))),
      consumed_high: roundTo2(Math.max(plain, consumed + doubt) + blindUseOf(day, unit)),
      estimated_share:
        day.unknowable || consumed <= 0
          ? Number(day.unknowable !== undefined)
          : roundTo2(Math.min(1, (hidden + Math.max(unseen, shared)) / consumed)),
      unexplained: roundTo2(total_volume_change - net_change),
    };
  });
}

/** What the days of a report come to. */
export function addUpChanges(rows: readonly UsageRow[]): number {
  return roundTo2(rows.reduce((sum, { total_volume_change }) => sum + total_volume_change, 0));
}
