import type { Database } from '../../../db/database.ts';
import { roundTo2 } from '../../../kit/round.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import type { Day } from '../../../kit/time/time-zone.ts';
import { dayMs, hourMs } from '../../../kit/time/units.ts';
import type { Rollup } from '../../record/rollups/rollup.ts';
import { divideHour, type Hour } from './hour-parts.ts';
import { sumUpSteps } from './hour-queries.ts';
import { type DaysOfSensor, readHours, readHoursBetween } from './read-hours.ts';

/**
 * Reads a sensor's levels day by day. Where days begin on the hour, the database adds up the hours of each,
 * and only the hours at the edges of the report are read; elsewhere (Kathmandu, Lord Howe) every midnight
 * divides an hour, so all of them are read.
 */
export async function readDays(db: Database, sensor: DaysOfSensor): Promise<DailyRow[]> {
  const { days, signal } = sensor;
  const aggregation = createDailyAggregation(days);
  const selection = { ...sensor, columns: dailyColumns };
  if (!beginOnHours(days)) {
    for await (const hours of readHours(db, selection)) hours.forEach(aggregation.addHour);
    return aggregation.rows();
  }

  const { edges, from, end } = findEdges(days);
  const addEdge = async (hour: number) => {
    const span = { from: hour, end: hour + hourMs };
    for await (const hours of readHoursBetween(db, { ...selection, ...span })) {
      hours.forEach(aggregation.addHour);
    }
  };
  const addRun = async ({ first, start, base, step, ...run }: DayRun) => {
    const span = { from: Math.max(from, start), end: Math.min(end, run.end) };
    const sums = await db.lateRead(
      (late) => sumUpSteps(late, sensor, { ...span, base, step }),
      signal,
    );
    for (const { index, ...part } of sums) aggregation.add(first + index, part);
  };
  await Promise.all([...edges.map(addEdge), ...groupIntoRuns(days).map(addRun)]);
  return aggregation.rows();
}

/** Columns of a rollup from which daily figures are calculated. */
export const dailyColumns = ['level_min', 'level_max', 'level_sum'] as const;

type DayPart = Pick<Rollup, 'count' | (typeof dailyColumns)[number]>;
type DailyRollup = DayPart & Pick<Rollup, 'first_at' | 'last_at'>;

type DayLevels = { day: number; count: number; minimum: number; maximum: number; sum: number };

/** Levels of a sensor on one day of its account's calendar. */
export type DailyRow = {
  date: string;
  average: number;
  minimum: number;
  maximum: number;
  count: number;
};

/** Creates an aggregation of pieces of days, in any order; days without readings are left out. */
export function createDailyAggregation(days: readonly Day[]) {
  const totals = new Map<number, DayLevels>();
  const add = (day: number, part: DayPart): void => {
    if (day < 0 || day >= days.length) return;
    const total = totals.get(day);
    if (total) addPart(total, part);
    else totals.set(day, openDay(day, part));
  };
  return {
    /** Adds a piece of the day with this index. */
    add,
    addHour: (hour: Hour<DailyRollup>): void => {
      for (const { day, part } of divideHour(hour, days)) add(day, part);
    },
    rows: (): DailyRow[] =>
      [...totals.values()].sort((a, b) => a.day - b.day).map((total) => present(total, days)),
  };
}

function openDay(day: number, { count, level_min, level_max, level_sum }: DayPart): DayLevels {
  return { day, count, minimum: level_min, maximum: level_max, sum: level_sum };
}

function addPart(total: DayLevels, { count, level_min, level_max, level_sum }: DayPart): void {
  total.count += count;
  total.minimum = Math.min(total.minimum, level_min);
  total.maximum = Math.max(total.maximum, level_max);
  total.sum += level_sum;
}

function present({ day, count, minimum, maximum, sum }: DayLevels, days: readonly Day[]): DailyRow {
  const date = days[day]?.date ?? '';
  return { date, average: roundTo2(sum / count), minimum, maximum, count };
}

/**
 * Run of days that are each `step` milliseconds long, counted from `base`, or lie within a step: the day of
 * an instant is then one division away.
 */
export type DayRun = {
  first: number;
  base: number;
  step: number;
  /** Epoch milliseconds of `[start, end)`. */
  start: number;
  end: number;
};

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
