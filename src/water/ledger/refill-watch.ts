import { hourMs } from '../../kit/time/units.ts';
import type { Mark } from './flow-meter.ts';

/** Water that came into a tank in one go. Times are epoch milliseconds. */
export type Refill = {
  begunAt: number;
  endedAt: number;
  /** Percent of capacity before and after. */
  levelBefore: number;
  levelAfter: number;
  /** Rise of the level, in percent and litres, with what the filter hid of its turns. */
  risenLevel: number;
  risenVolume: number;
};

/** Follows the mark of the flow meter for stretches in which it rises. */
export type RefillWatch = {
  /** Whether the mark has risen so far since `low` that water is certainly coming in. */
  isFilling: boolean;
  low: Mark;
  /** The last time at which the level was still as low. */
  lowAt: number;
  high: Mark;
  highAt: number;
  /** What the play hid when the refill began, in percent. */
  hidden: number;
};

/** Percent of capacity from which a rise is a refill, at least; and that it must fall to have ended. */
const leastRise = 2;
const leastFall = 1;
/** A rise that has rested so long has ended. */
const restMs = 2 * hourMs;

export function startWatch(mark: Mark, at: number): RefillWatch {
  const { level, volume } = mark;
  const here = () => ({ level, volume });
  return { isFilling: false, low: here(), lowAt: at, high: here(), highAt: at, hidden: 0 };
}

/** What a reading changes: a refill has certainly begun, or has certainly ended. */
export type RefillEvent = 'begun' | 'ended' | undefined;

/** Tells the watch where the mark is now; `watch` is moved in place, but not beyond the end of a refill. */
export function watchMark(
  watch: RefillWatch,
  { at, mark, level, play }: { at: number; mark: Mark; level: number; play: number },
): RefillEvent {
  if (mark.level > watch.high.level) {
    watch.high = { ...mark };
    watch.highAt = at;
  }
  if (watch.isFilling) {
    const fall = Math.max(leastFall, 2 * play);
    const hasEnded = mark.level < watch.high.level - fall || at - watch.highAt > restMs;
    return hasEnded ? 'ended' : undefined;
  }
  if (mark.level <= watch.low.level || mark.level < watch.high.level - play) {
    Object.assign(watch, startWatch(mark, at));
    return undefined;
  }
  if (level <= watch.low.level + play) watch.lowAt = at;
  if (mark.level - watch.low.level < Math.max(leastRise, 3 * play)) return undefined;
  watch.isFilling = true;
  return 'begun';
}

/** The refill that has ended. */
export function toRefill({ low, high, lowAt, highAt }: RefillWatch, hidden: number): Refill {
  const risen = high.level - low.level;
  const litres = low.volume === null || high.volume === null ? 0 : high.volume - low.volume;
  const share = risen > 0 ? (risen + hidden) / risen : 1;
  return {
    begunAt: lowAt,
    endedAt: highAt,
    levelBefore: low.level,
    levelAfter: high.level,
    risenLevel: risen + hidden,
    risenVolume: Math.max(0, litres) * share,
  };
}
