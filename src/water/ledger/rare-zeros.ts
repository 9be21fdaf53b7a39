import { hourMs, minuteMs } from '../../kit/time/units.ts';
import { leastAboveZero } from './impossible-fall.ts';

/** Readings further apart do not tell an echo from water; */
export const nearMs = 30 * minuteMs;
/** of those that are further apart than this one alone is the level. */
export const longestGapMs = 3 * hourMs;
/** Percent an hour that a tank is drawn empty by, at the most, between two readings that lie further apart. */
const mostAnHour = 20;

/** Level above which a fall to 0 within that time is too fast for water. */
export function mostDrawn(gapMs: number): number {
  if (gapMs <= nearMs) return leastAboveZero;
  return gapMs <= longestGapMs ? leastAboveZero + (mostAnHour * gapMs) / hourMs : Infinity;
}

/**
 * Whether a 0 of a board that sends rarely may be an echo that was lost once, though water can have made the fall: the
 * next reading tells. A level that fell half as fast before has gone on falling.
 * @param filter with the two readings before it.
 */
export function isLoneZero(
  { raw, rawBefore }: { raw: number; rawBefore: number | null },
  gapMs: number,
): boolean {
  if (gapMs <= nearMs || gapMs > longestGapMs) return false;
  return rawBefore === null || rawBefore - raw < raw / 2;
}
