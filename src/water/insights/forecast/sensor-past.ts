import { hourOf } from '../../../kit/time/hour.ts';
import { weekHours } from '../../../kit/time/time-zone.ts';
import { dayMs } from '../../../kit/time/units.ts';
import { type Mark, playOf } from '../../ledger/flow-meter.ts';
import type { Rise } from '../../ledger/refill-rise.ts';
import type { RefillRow } from '../../ledger/refill-row.ts';
import type { Tracker } from '../../ledger/tracker.ts';
import { type HourRow, toUseHistory, type UseHistory } from '../use/use-history.ts';
import type { Reason } from './schemas.ts';

export type SensorPast = {
  state: TankState;
  rows: readonly HourRow[];
  refills: readonly RefillRow[];
  /** Litres that are configured; null where none are. */
  capacity: number | null;
};

/** Time for which the use of a tank is looked back at. */
export const historyMs = 8 * 7 * dayMs;

/** Least age of the data, and least hours of it in which use was seen. */
const leastKnownMs = 2 * dayMs;
const leastSeenHours = 24;
/** Least age from which a level no longer counts as the present one. */
const silentMs = dayMs;

/** Share by which litres of a percent may differ from those of the capacity, for they are rounded. */
const sameLitres = 0.01;

/**
 * Whether the litres of a tank are its percent of the capacity. Then older litres of a percent are those of a
 * capacity that was corrected since; else they are what the device says, or what its tank is like at that height.
 */
export function isByCapacity({
  state: { litresPerPercent },
  capacity,
  rows,
}: Pick<SensorPast, 'state' | 'capacity' | 'rows'>): boolean {
  if (capacity === null || litresPerPercent === null) return false;
  const isNow = Math.abs((litresPerPercent * 100) / capacity - 1) <= sameLitres;
  return isNow && areOfFewCapacities(rows);
}

/**
 * Whether the litres of a percent of all hours are those of capacities: a tank whose device says its own percent of the
 * height has others at each height, and those of its capacity where it is full.
 */
function areOfFewCapacities(rows: readonly HourRow[]): boolean {
  const ratios = rows
    .filter(({ consumed_level, consumed_volume }) => consumed_level >= 0.5 && consumed_volume > 0)
    .map(({ consumed_level, consumed_volume }) => consumed_volume / consumed_level)
    .sort((a, b) => a - b);
  let least = ratios[0] ?? 0;
  return ratios.every((ratio, index) => {
    const isOther = ratio > (ratios[index - 1] ?? ratio) * (1 + sameLitres);
    if (isOther) least = ratio;
    return ratio <= least * (1 + 2 * sameLitres);
  });
}

/**
 * Makes the history of the use that was seen, in litres where the newest reading has them, else in percent.
 */
export function historyOf(past: SensorPast): UseHistory {
  const { state, rows, refills } = past;
  const { at, filling, litresPerPercent } = state;
  const open = filling ? [{ begun_at: filling.begunAt, ended_at: filling.risenAt }] : [];
  return toUseHistory({
    rows,
    fillings: [...refills, ...open],
    end: hourOf(at),
    litresPerPercent: litresPerPercent ?? undefined,
    isByCapacity: isByCapacity(past),
  });
}

export function isTooLittle({ at }: TankState, { from, seen }: UseHistory): boolean {
  const seenHours = seen.reduce((sum, share) => sum + share, 0);
  return at - from < leastKnownMs || seenHours < leastSeenHours;
}

/** Returns the reason for which a learnt use allows no forecast; undefined where it does. */
export function whyNoUse(
  { play: percent, litresPerPercent }: TankState,
  dailyUse: number,
): Reason | undefined {
  const play = percent * (litresPerPercent ?? 1);
  if (dailyUse > 0 && dailyUse < play) return 'noisy';
  return dailyUse > 0 ? undefined : 'no_use';
}

/** @param silentAfterMs silence after which the device is offline; null where its rhythm is not known. */
export function isSilent(
  { at }: TankState,
  { now, silentAfterMs }: { now: number; silentAfterMs: number | null },
): boolean {
  return now - at > Math.max(silentMs, silentAfterMs ?? 0);
}

export function cellsOf({ from, used }: UseHistory, timezone: string): Uint8Array {
  return weekHours(from, used.length, timezone);
}

/** State of a tank after its newest reading. */
export type TankState = {
  /** Instant of the newest reading, epoch milliseconds. */
  at: number;
  /** Filtered level in percent of capacity, and the standard deviation of its error. */
  level: number;
  deviation: number;
  /** Percent by which noise alone may seem to move the level. */
  play: number;
  /** Litres at that level, and litres of a percent near it; null where they are unknown. */
  volume: number | null;
  litresPerPercent: number | null;
  filling: RefillUnderWay | undefined;
};

/** Rise of a refill so far, from the last instant at which the level was low. */
export type RefillUnderWay = { begunAt: number; risenAt: number; low: Mark; high: Mark };

export function stateOf({ filter, mark, ratio, rise }: Tracker): TankState {
  const volume =
    mark.volume === null || ratio === null
      ? null
      : mark.volume + (filter.level - mark.level) * ratio;
  return {
    at: filter.at,
    level: Math.max(0, filter.level),
    deviation: Math.sqrt(filter.variance),
    play: playOf(filter),
    volume: volume === null ? null : Math.max(0, volume),
    litresPerPercent: volume === null ? null : ratio,
    filling: rise.isFilling ? underWay(rise) : undefined,
  };
}

function underWay({ lowAt, highAt, low, high }: Rise): RefillUnderWay {
  return { begunAt: lowAt, risenAt: highAt, low, high };
}
