import { roundTo2 } from '../../../kit/round.ts';
import type { Day } from '../../../kit/time/time-zone.ts';
import type { Rollup } from '../../record/rollups/rollup.ts';
import { divideHour, type Hour } from './hour-parts.ts';

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
