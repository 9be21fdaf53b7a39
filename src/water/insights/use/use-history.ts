import { hourMs } from '../../../kit/time/units.ts';
import { type Filling, fillingByHour } from '../../ledger/hidden-draw.ts';
import type { Rollup } from '../../record/rollups/rollup.ts';

/** What of an hour's rollup its use is read from. */
export const columnsOfUse = [
  'hour',
  'level_max',
  'consumed_level',
  'consumed_volume',
  'gap_level',
  'noise',
] as const;
export type HourRow = Pick<Rollup, (typeof columnsOfUse)[number]>;

/** The use of a tank hour after hour, in percent of capacity or in litres. */
export type UseHistory = {
  /** Start of the first hour, epoch milliseconds. */
  from: number;
  /** What was seen to go out in each hour. */
  used: Float64Array;
  /** The share of each hour in which use was seen: 0 to 1. */
  seen: Float64Array;
};

/** An hour of which less was seen says little. */
const leastSeen = 0.5;
/** A sensor that reports every few hours is believed so far: longer without a reading is a gap. */
const longestPause = 6;
/** Below this, in percent, a tap may be dry: outlets sit somewhat above the bottom. */
const dryBelow = 3;

export type HistoryOptions = {
  /** In the order of time, the last one whole. */
  rows: readonly HourRow[];
  fillings: readonly Filling[];
  /** The hour that is not over yet. */
  end: number;
  /** Litres of a percent of capacity; undefined for a history in percent. */
  litresPerPercent: number | undefined;
};

/**
 * The hours of a tank in which its use could be seen. Not seen is what was drawn while it was being
 * filled, while its sensor was silent, and what people would have drawn of a tank that was dry.
 */
export function toUseHistory(options: HistoryOptions): UseHistory {
  const { rows, fillings, end, litresPerPercent } = options;
  // The first hour of a sensor is seldom whole.
  const from = (rows[0]?.hour ?? end) + hourMs;
  const count = Math.max(0, (end - from) / hourMs);
  const history = { from, used: new Float64Array(count), seen: new Float64Array(count) };
  const filling = fillingByHour(fillings);
  let before = from - hourMs;
  for (const row of rows) {
    const hours = (row.hour - before) / hourMs;
    before = row.hour;
    const isGap = row.gap_level > 0 || hours > longestPause;
    const isDry = row.level_max < dryBelow + 2 * row.noise;
    if (row.hour < from || row.hour >= end || isGap || isDry) continue;
    const use = useOf(row, litresPerPercent) / hours;
    // What a sensor that reports now and then tells is of the hours since it did so last.
    for (let hour = row.hour; hour > row.hour - hours * hourMs; hour -= hourMs) {
      const share = 1 - (filling.get(hour) ?? 0);
      if (share < leastSeen || hour < from) continue;
      const at = (hour - from) / hourMs;
      history.used[at] = use;
      history.seen[at] = share;
    }
  }
  return history;
}

/** In litres where they are asked for; while they were not told yet, what the level says of them. */
function useOf({ consumed_level, consumed_volume }: HourRow, litresPerPercent?: number): number {
  if (litresPerPercent === undefined) return consumed_level;
  return consumed_volume > 0 ? consumed_volume : consumed_level * litresPerPercent;
}
