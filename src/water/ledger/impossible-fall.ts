import { roundTo2 } from '../../kit/round.ts';
import { dayMs, minuteMs } from '../../kit/time/units.ts';
import { wholeNoise } from './level-noise.ts';

/** Litres a minute that no outlet of a tank gives, and percent where litres are unknown. */
const [mostLitres, mostPercent] = [200, 10];
/** A sensor that fails says 0: a fall to it from above the second is a failure. */
export const zeroLevel = 0.5;
export const leastAboveZero = 15;

/** Level at which an echo from above the water is cut off, and which a head says of all that it is too near to measure. */
export const brim = 99;
/** Such a head is blind over a quarter of the tank at most: where it says full the water may stand as low. */
const leastOfFull = 75;

/** Litres a minute that a tap gives which is left open: over a gap they may empty a small tank. */
const litresOfTap = 10;

/** Whether a tap can have emptied a tank of that level in the time. @param ratio litres of a percent. */
export function mayBeEmptied(level: number, withinMs: number, ratio: number | null): boolean {
  return ratio !== null && level * ratio <= litresOfTap * (withinMs / minuteMs);
}

/** How fast the level fell in a doubt. */
export type FastestFall = {
  /** What the last reading before the step said. */
  doubtRaw: number;
  /**
   * Percent a minute from that reading, at the fastest; 0 where it did not fall. Two readings in a row have to say it,
   * and the time is that of the first: a jump behind a board that averages shows in some of them, and several draws in
   * a row are no jump.
   */
  doubtFastest: number;
};

/** Deviations of the noise that a fall is the less: the reading before it may have been as much too high. */
const noiseDeviations = 2;

/** As much of a filter as a fall is about. */
type Falling = FastestFall & {
  noise: number;
  swing: number;
  at: number;
  raw: number;
  rawBefore: number | null;
  spacing: number;
  level: number;
  doubtLevel: number | null;
  doubtFrom: number;
};

/** Notes how fast the level fell, after the filter has taken a reading of a doubt. */
export function noteFall(filter: Falling): void {
  const { at, raw, rawBefore, spacing, doubtLevel, doubtFrom } = filter;
  const before = at - spacing;
  if (doubtLevel === null || rawBefore === null || before <= doubtFrom) return;
  const ofNoise = noiseDeviations * Math.sqrt(wholeNoise(filter));
  const speed = fallOf(filter, before, Math.max(raw, rawBefore) + ofNoise);
  filter.doubtFastest = Math.max(filter.doubtFastest, speed);
}

/**
 * Returns by how many percent a minute the level fell from before a doubt to a reading, at least: what was used while a
 * head said full shows all at once when the level comes out of where it is blind.
 */
export function fallOf(
  { doubtRaw, doubtFrom }: Pick<Falling, 'doubtRaw' | 'doubtFrom'>,
  at: number,
  raw: number,
): number {
  const from = doubtRaw < brim ? doubtRaw : leastOfFull;
  return (from - raw) / Math.max(1, (at - doubtFrom) / minuteMs);
}

/**
 * Whether no water can leave a tank as fast as the level fell.
 * @param ratio litres of a percent, null where they are unknown.
 */
export function isImpossible(
  {
    level,
    doubtFastest,
    doubtFrom,
    doubtSince,
  }: Pick<Falling, 'level' | 'doubtFastest' | 'doubtFrom'> & { doubtSince: number },
  doubtLevel: number,
  ratio: number | null,
): boolean {
  if (level >= doubtLevel) return false;
  if (level <= zeroLevel && doubtLevel > leastAboveZero)
    return !mayBeEmptied(doubtLevel, doubtSince - doubtFrom, ratio);
  return doubtFastest > mostSpeed(ratio);
}

/** The last fall that no outlet makes: by how many percent, and when the level last stood there. */
export type Fallen = { by: number; at: number };

/** Time for which it is remembered, and the share of it by which the way back may differ. */
const rememberedMs = dayMs;
const [leastWithin, withinShare] = [2, 0.1];

/** Returns what is remembered of a fall by so many percent; null of a step that is none. */
export function noteFallen(unexplained: number, at: number): Fallen | null {
  return unexplained < 0 ? { by: roundTo2(-unexplained), at } : null;
}

/**
 * Whether a rise is the way back from a fall that was no water: as large, and as fast.
 * @param rise its percent, the time from the last reading before it to the first behind it, and its end.
 * @param ratio litres of a percent, null where they are unknown.
 */
export function isUndone(
  fallen: Fallen | null,
  { by, withinMs, at }: { by: number; withinMs: number; at: number },
  ratio: number | null,
): boolean {
  if (!fallen || at - fallen.at > rememberedMs) return false;
  if (by / Math.max(1, withinMs / minuteMs) <= mostSpeed(ratio)) return false;
  return Math.abs(by - fallen.by) <= Math.max(leastWithin, withinShare * fallen.by);
}

/** Percent a minute that no outlet of a tank gives. */
function mostSpeed(ratio: number | null): number {
  return ratio === null ? mostPercent : mostLitres / ratio;
}
