import { roundTo2 } from '../../../kit/round.ts';
import type { Day } from '../../../kit/time/time-zone.ts';
import { type Rollup, trackerOf } from '../../record/rollups/rollup.ts';
import type { ConsumptionState } from '../../rules/consumption.ts';
import { divideHour, type Hour } from './hour-parts.ts';

/** The columns of a rollup that usage is made of. */
export const usageColumns = [
  'first_level',
  'first_volume',
  'last_level',
  'last_volume',
  'consumed_level',
  'refilled_level',
  'consumed_volume',
  'refilled_volume',
  'direction',
  'turn_level',
  'turn_volume',
] as const;

type UsageRollup = Pick<Rollup, 'count' | 'first_at' | 'last_at' | (typeof usageColumns)[number]>;

export const units = ['litre', 'percent'] as const;
export type Unit = (typeof units)[number];

/** A quantity over one day. */
type Tally = {
  consumed: number;
  refilled: number;
  /** The last value before the day, or the day's first; null where the readings carry none. */
  before: number | null;
  last: number | null;
};

/** One sensor's day, in both units. */
export type UsageDay = { date: string } & Record<Unit, Tally>;

/** What went out of a tank and came into it on one day. */
export type UsageRow = {
  date: string;
  consumed: number;
  refilled: number;
  net_change: number;
  total_volume_change: number;
};

/** What one part of an hour adds to a tally. */
type Change = { consumed: number; refilled: number; first: number | null; last: number | null };

/** Adds up a sensor's hours, which come oldest first, day by day; days without readings are left out. */
export function createUsageAggregation(days: readonly Day[], deadBand: number) {
  const totals: UsageDay[] = [];
  let tracker: ConsumptionState | undefined;
  let latest: Record<Unit, number | null> = { litre: null, percent: null };
  let current = -1;
  return {
    add: (hour: Hour<UsageRollup>): void => {
      const parts = divideHour(hour, days, { before: tracker, deadBand });
      tracker = trackerOf(hour.rollup);
      for (const { day, part } of parts) {
        const date = days[day]?.date;
        const changes = changesOf(part);
        if (date !== undefined) {
          if (day !== current) totals.push(openDay(date, latest));
          current = day;
          const total = totals.at(-1);
          for (const unit of units) if (total) addChange(total[unit], changes[unit]);
        }
        latest = {
          litre: changes.litre.last ?? latest.litre,
          percent: changes.percent.last,
        };
      }
    },
    days: (): UsageDay[] => totals,
  };
}

function openDay(date: string, latest: Record<Unit, number | null>): UsageDay {
  const open = (before: number | null) => ({ consumed: 0, refilled: 0, before, last: null });
  return { date, litre: open(latest.litre), percent: open(latest.percent) };
}

function changesOf(part: UsageRollup): Record<Unit, Change> {
  return {
    litre: {
      consumed: part.consumed_volume,
      refilled: part.refilled_volume,
      first: part.first_volume ?? part.last_volume,
      last: part.last_volume ?? part.first_volume,
    },
    percent: {
      consumed: part.consumed_level,
      refilled: part.refilled_level,
      first: part.first_level,
      last: part.last_level,
    },
  };
}

function addChange(tally: Tally, { consumed, refilled, first, last }: Change): void {
  tally.consumed += consumed;
  tally.refilled += refilled;
  tally.before ??= first;
  tally.last = last ?? tally.last;
}

/** Litres as soon as any reading carries a volume: a tank's capacity is often told a little late. */
export function unitOf(days: Iterable<UsageDay>): Unit {
  for (const { litre } of days) if (litre.last !== null) return 'litre';
  return 'percent';
}

/** The rows of some days; those that do not know their litres are left out where it is about litres. */
export function presentUsage(days: readonly UsageDay[], unit: Unit): UsageRow[] {
  return days.flatMap((day) => {
    const { consumed, refilled, before, last } = day[unit];
    if (before === null || last === null) return [];
    const shown = { consumed: roundTo2(consumed), refilled: roundTo2(refilled) };
    return {
      date: day.date,
      ...shown,
      net_change: roundTo2(shown.refilled - shown.consumed),
      // Values are rounded, not their differences, so that what is shown adds up over the days.
      total_volume_change: roundTo2(roundTo2(last) - roundTo2(before)),
    };
  });
}

/** What the days of a report come to. */
export function addUpChanges(rows: readonly UsageRow[]): number {
  return roundTo2(rows.reduce((sum, { total_volume_change }) => sum + total_volume_change, 0));
}
