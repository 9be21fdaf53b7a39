import { hourOf } from '../../../kit/time/hour.ts';
import type { Day } from '../../../kit/time/time-zone.ts';
import { dayMs, hourMs } from '../../../kit/time/units.ts';

/**
 * Run of days that are each `step` milliseconds long, counted from `base`, or lie within a step: the day of
 * an instant is then one division away.
 */
export type DayRun = {
  /** Index of the first day. */
  first: number;
  base: number;
  step: number;
  /** Epoch milliseconds of `[start, end)`. */
  start: number;
  end: number;
};

/** Groups days into runs: one for most reports, more where clocks are changed. */
export function groupIntoRuns(days: readonly Day[]): DayRun[] {
  const runs: DayRun[] = [];
  days.forEach(({ start, end }, index) => {
    const run = runs.at(-1);
    const from = run ? run.base + (index - run.first) * run.step : Number.NaN;
    if (run && start >= from && end <= from + run.step) {
      run.end = end;
      return;
    }
    const step = Math.max(dayMs, end - start);
    // The first day of a report may be cut: its full length counts back from its end.
    runs.push({ first: index, base: end - step, step, start, end });
  });
  return runs;
}

/** True if each day but a cut first and last one begins with an hour of UTC, as rollups do. */
export function beginOnHours(days: readonly Day[]): boolean {
  return days.slice(1).every(({ start }) => start % hourMs === 0);
}

/** Finds the hours that the beginning or end of the days divides, and the whole hours between them. */
export function findEdges(days: readonly Day[]): { edges: number[]; from: number; end: number } {
  const [start, end] = [days[0]?.start ?? 0, days.at(-1)?.end ?? 0];
  const divided = [start, end].filter((instant) => instant % hourMs !== 0).map(hourOf);
  return {
    edges: [...new Set(divided)],
    from: Math.ceil(start / hourMs) * hourMs,
    end: hourOf(end),
  };
}
