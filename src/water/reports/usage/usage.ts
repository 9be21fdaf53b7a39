import { roundTo2 } from '../../../kit/round.ts';
import type { Day } from '../../../kit/time/time-zone.ts';
import type { HiddenDraw } from '../../ledger/hidden-draw.ts';
import type { Rollup } from '../../record/rollups/rollup.ts';
import { divideHour, findDay, type Hour } from './hour-parts.ts';

/** Columns of a rollup from which usage is calculated. */
export const usageColumns = [
  'first_level',
  'first_volume',
  'last_level',
  'last_volume',
  'consumed_level',
  'refilled_level',
  'consumed_volume',
  'refilled_volume',
  'gap_level',
  'gap_volume',
  'noise',
] as const;

type UsageRollup = Pick<Rollup, 'count' | 'first_at' | 'last_at' | (typeof usageColumns)[number]>;

export const units = ['litre', 'percent'] as const;
export type Unit = (typeof units)[number];

/** Sums of a quantity over one day. */
type Tally = {
  consumed: number;
  refilled: number;
  /** Estimated use during refills, and use while the sensor was silent; both are included in `consumed`. */
  hidden: number;
  unseen: number;
  /** Last value before the day, or else the day's first; null where the readings have none. */
  before: number | null;
  last: number | null;
};

/** Day of a sensor, in both units. */
export type UsageDay = {
  date: string;
  /** Greatest noise of the sensor, in percent of capacity. */
  noise: number;
} & Record<Unit, Tally>;

/** Use and refill of a tank on one day. */
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

/** Contribution of a piece of an hour to a tally. */
type Change = {
  consumed: number;
  refilled: number;
  unseen: number;
  first: number | null;
  last: number | null;
};

/**
 * Creates an aggregation of a sensor's hours, which come oldest first, into days; days without readings are
 * left out.
 */
export function createUsageAggregation(days: readonly Day[]) {
  const totals: UsageDay[] = [];
  let latest: Record<Unit, number | null> = { litre: null, percent: null };
  let current = -1;
  return {
    add: (hour: Hour<UsageRollup>): void => {
      for (const { day, part } of divideHour(hour, days)) {
        const date = days[day]?.date;
        const changes = changesOf(part);
        if (date !== undefined) {
          if (day !== current) totals.push(openDay(date, latest));
          current = day;
          const total = totals.at(-1);
          if (total) {
            total.noise = Math.max(total.noise, part.noise);
            for (const unit of units) addChange(total[unit], changes[unit]);
          }
        }
        latest = {
          litre: changes.litre.last ?? latest.litre,
          percent: changes.percent.last,
        };
      }
    },
    /** Adds the use during refills to the days that have readings. */
    addHidden: (draws: readonly HiddenDraw[]): void => {
      const byDate = new Map(totals.map((total) => [total.date, total]));
      for (const { from, until, level, volume } of draws) {
        const total = byDate.get(days[findDay(days, (from + until) / 2)]?.date ?? '');
        if (!total) continue;
        addHidden(total.litre, volume);
        addHidden(total.percent, level);
      }
    },
    days: (): UsageDay[] => totals,
  };
}

function openDay(date: string, latest: Record<Unit, number | null>): UsageDay {
  const open = (before: number | null): Tally => {
    return { consumed: 0, refilled: 0, hidden: 0, unseen: 0, before, last: null };
  };
  return { date, noise: 0, litre: open(latest.litre), percent: open(latest.percent) };
}

function changesOf(part: UsageRollup): Record<Unit, Change> {
  return {
    litre: {
      consumed: part.consumed_volume,
      refilled: part.refilled_volume,
      unseen: part.gap_volume,
      first: part.first_volume ?? part.last_volume,
      last: part.last_volume ?? part.first_volume,
    },
    percent: {
      consumed: part.consumed_level,
      refilled: part.refilled_level,
      unseen: part.gap_level,
      first: part.first_level,
      last: part.last_level,
    },
  };
}

/** Counts hidden use as refill, too: the level shows only the difference. */
function addHidden(tally: Tally, drawn: number): void {
  tally.consumed += drawn;
  tally.refilled += drawn;
  tally.hidden += drawn;
}

function addChange(tally: Tally, { consumed, refilled, unseen, first, last }: Change): void {
  tally.consumed += consumed;
  tally.refilled += refilled;
  tally.unseen += unseen;
  tally.before ??= first;
  tally.last = last ?? tally.last;
}

/** Returns litres as soon as any reading has a volume, since a tank's capacity is often entered late. */
export function unitOf(days: Iterable<UsageDay>): Unit {
  for (const { litre } of days) if (litre.last !== null) return 'litre';
  return 'percent';
}

/** Makes the rows of some days; in litres, days without a volume are left out. */
export function presentUsage(days: readonly UsageDay[], unit: Unit): UsageRow[] {
  return days.flatMap((day) => {
    const { consumed, refilled, hidden, unseen, before, last } = day[unit];
    if (before === null || last === null) return [];
    const shown = { consumed: roundTo2(consumed), refilled: roundTo2(refilled) };
    const net_change = roundTo2(shown.refilled - shown.consumed);
    // Values are rounded, not their differences, so that the figures shown add up over the days.
    const total_volume_change = roundTo2(roundTo2(last) - roundTo2(before));
    const doubt = doubtOf(day, unit);
    return {
      date: day.date,
      ...shown,
      net_change,
      total_volume_change,
      consumed_low: roundTo2(Math.max(0, consumed - doubt)),
      consumed_high: roundTo2(consumed + doubt),
      estimated_share: consumed > 0 ? roundTo2(Math.min(1, (hidden + unseen) / consumed)) : 0,
      unexplained: roundTo2(total_volume_change - net_change),
    };
  });
}

/** Deviations within which a day's true use lies 9 times of 10. */
const ninetyPercent = 1.645;
/** Deviation of an estimate, as a share of it: the use of households varies so from day to day. */
const habitDeviation = 0.6;
/**
 * Deviation of the filtered level, as a share of the sensor's noise; and its least for any sensor, in
 * percent.
 */
const filteredNoise = 0.4;
const leastDeviation = 0.15;

/** Least level from which the litres of a percent can be calculated, in percent. */
const leastPercent = 1;

/** Returns the distance that a day's true use keeps to the calculated one, 9 times of 10. */
function doubtOf(day: UsageDay, unit: Unit): number {
  const { hidden, unseen, last } = day[unit];
  const percent = day.percent.last ?? 0;
  const ofPercent = unit === 'percent' ? 1 : percent >= leastPercent ? (last ?? 0) / percent : 0;
  // A day is the difference of two levels.
  const ofLevels = Math.SQRT2 * Math.hypot(filteredNoise * day.noise, leastDeviation) * ofPercent;
  return ninetyPercent * Math.hypot(ofLevels, habitDeviation * hidden, habitDeviation * unseen);
}

export function addUpChanges(rows: readonly UsageRow[]): number {
  return roundTo2(rows.reduce((sum, { total_volume_change }) => sum + total_volume_change, 0));
}
