import { hourMs } from '../../kit/time/units.ts';
import type { Mark } from './flow-meter.ts';

/** Water that came into a tank in one run. Times are epoch milliseconds. */
export type Refill = {
  begunAt: number;
  endedAt: number;
  /** Percent of capacity before and after. */
  levelBefore: number;
  levelAfter: number;
  /** Rise of the level in percent and in litres, including the part that the play hid. */
  risenLevel: number;
  risenVolume: number;
};

/** State of the search for refills: the stretch in which the mark of the flow meter rises. */
export type Rise = {
  /** True once the mark has risen so far above `low` that water is certainly coming in. */
  isFilling: boolean;
  low: Mark;
  /** Last instant at which the level was still as low. */
  lowAt: number;
  high: Mark;
  highAt: number;
  /** Rise that the play hid at the beginning of the refill, in percent. */
  hidden: number;
};

/** Least rise that counts as a refill, and least fall that ends one, in percent of capacity. */
const leastRise = 2;
const leastFall = 1;
/** Plays of a rise that noise does not make; and percent that a fourth one counts for at most, since a new sensor's are large. */
const leastPlays = 3;
const mostOfFourth = 1;
/** Rise that noise does not make which is not known yet, in percent. */
const mostUnsure = 5;
/**
 * Percent an hour below which the mark only creeps after the level, as the play becomes less or the morning warms the
 * sensor; and the most by which heat moves it.
 */
const leastRate = 0.4;
const mostOfHeat = 3;
/** Time without a rise after which a refill has ended. */
const restMs = 2 * hourMs;

export function startRise(mark: Mark, at: number): Rise {
  const { level, volume } = mark;
  const here = () => ({ level, volume });
  return { isFilling: false, low: here(), lowAt: at, high: here(), highAt: at, hidden: 0 };
}

/** Certain beginning or end of a refill, found with a reading. */
export type RefillEvent = 'begun' | 'ended' | undefined;

/**
 * Next position of the mark and of the level, the play between them, how many times larger the noise may be than
 * is known, and the time since the reading before.
 */
type Moved = {
  at: number;
  mark: Mark;
  level: number;
  play: number;
  unsure: number;
  spacing: number;
};

/** Takes the next position of the mark; changes `rise` in place, but not beyond the end of a refill. */
export function followMark(rise: Rise, moved: Moved): RefillEvent {
  const { at, mark, level, play, spacing } = moved;
  if (mark.level > rise.high.level) {
    const creep = leastRate * (spacing / hourMs);
    if (mark.level > rise.high.level + creep) rise.highAt = at;
    rise.high = { ...mark };
  }
  if (rise.isFilling) {
    const fall = Math.max(leastFall, 2 * play);
    const hasEnded = mark.level < rise.high.level - fall || at - rise.highAt > restMs;
    return hasEnded ? 'ended' : undefined;
  }
  if (mark.level <= rise.low.level || mark.level < rise.high.level - play) {
    Object.assign(rise, startRise(mark, at));
    return undefined;
  }
  if (level <= rise.low.level + play) rise.lowAt = at;
  if (!isRefill(rise, moved)) return undefined;
  rise.isFilling = true;
  return 'begun';
}

/**
 * Whether a rise is surely of water: more than noise makes, and faster than heat moves a sensor. The mark may stand at
 * an outlier of a new sensor, from which the level has come back since.
 */
function isRefill({ low, lowAt }: Rise, { at, mark, level, play, unsure }: Moved): boolean {
  const risen = Math.min(mark.level, level) - low.level;
  const known = leastPlays * play + Math.min(play, mostOfFourth);
  const ofNoise = Math.max(known, Math.min(unsure * known, mostUnsure));
  const ofHeat = Math.min(mostOfHeat, leastRate * ((at - lowAt) / hourMs) + play);
  return risen >= Math.max(leastRise, ofNoise, ofHeat);
}

/** The refill behind a level that rises twice as far as the water, as that of the echo which came twice does. */
export function halfOfRefill(refill: Refill | undefined): Refill | undefined {
  if (!refill) return undefined;
  const { risenLevel, risenVolume } = refill;
  return { ...refill, risenLevel: risenLevel / 2, risenVolume: risenVolume / 2 };
}

/** Returns the refill that has ended. @param hidden rise that the play hid, in percent. */
export function toRefill({ low, high, lowAt, highAt }: Rise, hidden: number): Refill {
  const risen = high.level - low.level;
  const litres = low.volume === null || high.volume === null ? 0 : high.volume - low.volume;
  const share = risen > 0 ? (risen + hidden) / risen : 1;
  return {
    begunAt: lowAt,
    // A rise over a silence may begin behind the last one that was seen.
    endedAt: Math.max(lowAt, highAt),
    levelBefore: low.level,
    levelAfter: high.level,
    risenLevel: risen + hidden,
    risenVolume: Math.max(0, litres) * share,
  };
}
