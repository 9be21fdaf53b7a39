import { type Mark, playOf } from '../../ledger/flow-meter.ts';
import type { RefillWatch } from '../../ledger/refill-watch.ts';
import type { Tracker } from '../../ledger/tracker.ts';

/** A tank as its newest reading left it. */
export type TankState = {
  /** Of the newest reading, epoch milliseconds. */
  at: number;
  /** Percent of capacity as it is believed, and the standard deviation of its error. */
  level: number;
  deviation: number;
  /** How far noise alone may seem to move the level, in percent. */
  play: number;
  /** Litres at that level, and in a percent near it; null where they are not known. */
  volume: number | null;
  litresPerPercent: number | null;
  /** The refill that is under way. */
  filling: RefillUnderWay | undefined;
};

/** What a refill has brought so far: from the last time at which the level was low. */
export type RefillUnderWay = { begunAt: number; risenAt: number; low: Mark; high: Mark };

export function stateOf({ filter, mark, ratio, watch }: Tracker): TankState {
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
    filling: watch.isFilling ? underWay(watch) : undefined,
  };
}

function underWay({ lowAt, highAt, low, high }: RefillWatch): RefillUnderWay {
  return { begunAt: lowAt, risenAt: highAt, low, high };
}
