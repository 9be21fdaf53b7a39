import type { Day } from '../../../kit/time/time-zone.ts';
import type { BlindHour, BlindUse } from '../../ledger/blind-use.ts';
import type { HiddenDraw } from '../../ledger/hidden-draw.ts';
import type { Rollup } from '../../record/rollups/rollup.ts';
import type { PlainUse } from './first-readings.ts';
import { divideHour, findDay, type Hour } from './hour-parts.ts';
import { createAnew } from './measured-anew.ts';
import { shareOfFirstDay, silenceBetween, usedInSilence } from './silent-use.ts';
import { type Tally, type Unit, type UsageDay, units } from './usage-day.ts';

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
  'blind_ms',
  'noise',
] as const;

type UsageRollup = Pick<
  Rollup,
  'hour' | 'count' | 'first_at' | 'last_at' | (typeof usageColumns)[number]
>;

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
 * left out. The last hour before the days and the first one after them tell of silences across their ends.
 * @param zone whose calendar the days are of.
 */
export function createUsageAggregation(days: readonly Day[], zone: string) {
  const totals: UsageDay[] = [];
  const byDay = new Map<number, UsageDay>();
  let latest: Record<Unit, number | null> = { litre: null, percent: null };
  let ratio: number | null = null;
  let heardAt: number | undefined;
  const anew = createAnew();
  const blindHours: { total: UsageDay; blind: BlindHour }[] = [];

  const dayOf = (index: number): UsageDay | undefined => {
    const date = days[index]?.date;
    const known = byDay.get(index);
    if (known || date === undefined) return known;
    const opened = openDay(date, latest, ratio);
    totals.push(opened);
    byDay.set(index, opened);
    return opened;
  };
  return {
    add: (hour: Hour<UsageRollup>): void => {
      const silence = silenceBetween(heardAt, hour.rollup.first_at);
      const isAlone = hour.rollup.count === 1;
      for (const { day, part } of divideHour(hour, days)) {
        const changes = changesOf(part);
        const total = dayOf(day);
        ratio = ratioOf(part) ?? ratio;
        const remeasured = anew.differenceOf(part, { latest, changes, stretches: hour.corrected });
        if (total) {
          addPart(total, part, changes);
          for (const unit of units) addRemeasured(total[unit], remeasured[unit]);
          total.ratio = ratio;
          if (part.blind_ms > 0) blindHours.push({ total, blind: part });
        }
        if (silence) {
          const first = byDay.get(findDay(days, silence.from));
          if (first !== total) {
            shareOut(silentUseOf(changes, isAlone), shareOfFirstDay(silence, zone), first, total);
          }
        }
        latest = {
          litre: changes.litre.last ?? latest.litre,
          percent: changes.percent.last,
        };
      }
      heardAt = hour.rollup.last_at;
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
    /** Whether there were hours in which the sensor was blind; what is usually used in them is added to their days. */
    isBlind: (): boolean => blindHours.length > 0,
    addBlind: (useOf: BlindUse): void => {
      for (const { total, blind } of blindHours) total.blind += useOf(blind);
    },
    /** Tells days of the sum of all falls of their readings. */
    addPlain: (use: PlainUse): void => {
      for (const [day, plain] of use) {
        const total = byDay.get(day);
        if (total) total.plain = plain;
      }
    },
    days: (): UsageDay[] => totals,
  };
}

function openDay(
  date: string,
  latest: Record<Unit, number | null>,
  ratio: number | null,
): UsageDay {
  const open = (before: number | null): Tally => {
    return {
      consumed: 0,
      refilled: 0,
      hidden: 0,
      unseen: 0,
      shared: 0,
      before,
      last: null,
      remeasured: 0,
    };
  };
  const nothing = { noise: 0, count: 0, ratio, blind: 0 };
  return { date, ...nothing, litre: open(latest.litre), percent: open(latest.percent) };
}

/** Fewer percent do not say how many litres a percent is. */
const leastPercent = 1;

function addRemeasured(tally: Tally, by: number): void {
  tally.remeasured += by;
  if (tally.before !== null) tally.before += by;
}

/** Returns the litres of a percent that an hour tells; null where its readings have none, or too little water. */
function ratioOf({ last_level, last_volume, first_level, first_volume }: UsageRollup) {
  if (last_volume !== null && last_level >= leastPercent) return last_volume / last_level;
  return first_volume !== null && first_level >= leastPercent ? first_volume / first_level : null;
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

function addPart(total: UsageDay, part: UsageRollup, changes: Record<Unit, Change>): void {
  total.noise = Math.max(total.noise, part.noise);
  total.count += part.count;
  for (const unit of units) addChange(total[unit], changes[unit]);
}

/** Use of a silence in both units, and as much of it as was used in one that is longer than usual. */
type SilentUse = Record<Unit, { all: number; gap: number }>;

function silentUseOf(changes: Record<Unit, Change>, isAlone: boolean): SilentUse {
  const of = (change: Change) => {
    return { all: usedInSilence(change, isAlone), gap: change.unseen };
  };
  return { litre: of(changes.litre), percent: of(changes.percent) };
}

/**
 * Moves a share of a silence's use from the day that it ended in to the one that it began in; either may lie
 * outside of the report.
 */
function shareOut(
  used: SilentUse,
  share: number,
  first: UsageDay | undefined,
  last: UsageDay | undefined,
): void {
  for (const unit of units) {
    const { all, gap } = used[unit];
    // Of which day it is is the less known the more evenly it is shared.
    const shared = Math.min(share, 1 - share) * all;
    if (first) moveUse(first[unit], { used: share * all, unseen: share * gap, shared });
    if (last) moveUse(last[unit], { used: -share * all, unseen: -share * gap, shared });
    // At midnight the level was lower by as much, so that each day's change is still what came and went.
    if (first && first[unit].last !== null) first[unit].last -= share * all;
    if (last && last[unit].before !== null) last[unit].before -= share * all;
  }
}

function moveUse(
  tally: Tally,
  { used, unseen, shared }: { used: number; unseen: number; shared: number },
): void {
  tally.consumed += used;
  tally.unseen += unseen;
  tally.shared += shared;
}

/** What is drawn during a refill was refilled, too: the level shows only the difference. */
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
