import { hourMs } from '../../../kit/time/units.ts';
import { type Filling, fillingByHour } from '../../ledger/hidden-draw.ts';
import { longestOwnPause } from '../../ledger/own-pauses.ts';
import type { Rollup } from '../../record/rollups/rollup.ts';

export const columnsOfUse = [
  'hour',
  'level_max',
  'consumed_level',
  'consumed_volume',
  'gap_level',
  'gap_volume',
  'noise',
] as const;
export type HourRow = Pick<Rollup, (typeof columnsOfUse)[number]>;

/** Use of a tank by the hour, in percent of capacity or in litres. */
export type UseHistory = {
  /** Start of the first hour, epoch milliseconds. */
  from: number;
  used: Float64Array;
  /** Share of each hour in which use could be seen: 0 to 1. */
  seen: Float64Array;
};

/** Least share of an hour that must have been seen for the hour to count. */
const leastSeen = 0.5;
/** Hours without a reading up to which a sensor that loses no use in them has no gap. */
const longestPause = 6;
/** Percent below which a tap may be dry, since outlets lie somewhat above the bottom. */
const dryBelow = 3;

export type HistoryOptions = {
  /** Rows in the order of time, the last one complete. */
  rows: readonly HourRow[];
  fillings: readonly Filling[];
  /** Hour that is not over yet. */
  end: number;
  /** Litres of a percent of capacity; undefined for a history in percent. */
  litresPerPercent: number | undefined;
  /** True where these are of the capacity, so that percent tell more than litres of a capacity that was corrected. */
  isByCapacity: boolean;
};

/**
 * Makes the history of the use that could be seen. Invisible is the use while the tank was being filled or
 * its sensor was silent for longer than it usually is, and what people would have drawn from a dry tank.
 */
export function toUseHistory(options: HistoryOptions): UseHistory {
  const { rows, fillings, end, litresPerPercent, isByCapacity } = options;
  // The first hour of a sensor is seldom complete.
  const from = (rows[0]?.hour ?? end) + hourMs;
  const count = Math.max(0, (end - from) / hourMs);
  const history = { from, used: new Float64Array(count), seen: new Float64Array(count) };
  const filling = fillingByHour(fillings);
  const ownPause = longestOwnPause(rows);
  let before = from - hourMs;
  for (const row of rows) {
    const hours = (row.hour - before) / hourMs;
    before = row.hour;
    const isOwn = hours <= ownPause;
    const isGap = !isOwn && (row.gap_level > 0 || hours > longestPause);
    const isDry = row.level_max < dryBelow + 2 * row.noise;
    // What came in and what was used in one pause hide each other.
    const isHidden = hours > longestPause && (filling.get(row.hour) ?? 0) > 0;
    if (row.hour < from || row.hour >= end || isGap || isDry || isHidden) continue;
    const use = useOf(row, { litresPerPercent, isByCapacity });
    // A reading of a sensor that reports rarely covers the hours since the one before.
    for (let hour = row.hour; hour > row.hour - hours * hourMs; hour -= hourMs) {
      const share = 1 - (filling.get(hour) ?? 0);
      if (share < leastSeen || hour < from) continue;
      const at = (hour - from) / hourMs;
      history.used[at] = hour === row.hour ? use.ofHour + use.ofPause / hours : use.ofPause / hours;
      history.seen[at] = share;
    }
  }
  return history;
}

/**
 * Returns the use of an hour and that of the pause before it, in litres if asked for. A sensor that is heard at even
 * times says no difference: all is of the pause then.
 */
function useOf(row: HourRow, litres: Litres) {
  const { consumed_level, consumed_volume, gap_level, gap_volume } = row;
  const used = amountOf({ level: consumed_level, volume: consumed_volume }, litres);
  if (gap_level === 0) return { ofHour: 0, ofPause: used };
  const ofPause = amountOf({ level: gap_level, volume: gap_volume }, litres);
  return { ofHour: Math.max(0, used - ofPause), ofPause };
}

type Amount = { level: number; volume: number };
type Litres = Pick<HistoryOptions, 'litresPerPercent' | 'isByCapacity'>;

/** Litres from the level where the readings had none yet, or perhaps those of another capacity. */
function amountOf({ level, volume }: Amount, { litresPerPercent, isByCapacity }: Litres): number {
  if (litresPerPercent === undefined) return level;
  return volume > 0 && !isByCapacity ? volume : level * litresPerPercent;
}
