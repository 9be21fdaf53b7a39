import {
  type Doubting,
  echoStayMs,
  hasEchoes,
  hasStayed,
  leastSeen,
  leastStayMs,
  zerosLast,
} from './doubt.ts';
import { fallOf, isImpossible } from './impossible-fall.ts';

/**
 * Whether a step is in doubt of which nobody is to be told yet that the tank runs over or dry: a rise while the
 * sensor has echoes, which may go on for hours, or a fall that no outlet makes, until it has stayed.
 * @param ratio litres of a percent, null where they are unknown.
 */
export function isAlarmDoubted(filter: Doubting, ratio: number | null): boolean {
  const { doubtLevel } = filter;
  if (doubtLevel === null) return false;
  if (hasEchoes(filter)) return true;
  return !hasStayed(filter, leastStayMs) && isImpossible(filter, doubtLevel, ratio);
}

/**
 * Whether the level stands behind a fall that no outlet makes and of which nothing is booked, as long as it is not
 * followed: a cable that breaks says 0 for hours.
 * @param ratio litres of a percent, null where they are unknown.
 */
export function isFallenWithoutWater(filter: Doubting, ratio: number | null): boolean {
  const { doubtLevel } = filter;
  return doubtLevel !== null && isImpossible(filter, doubtLevel, ratio);
}

/**
 * Step for which alerts of the level wait: what is doubted (a `zero` out of nothing, an `echo` from above the
 * water, a `fall` that no outlet makes, a `step` that the next readings may undo), the level before it, and
 * what it waits for, at least: so many more readings, and an instant, null where readings alone decide.
 */
export type Waiting = {
  reason: 'zero' | 'echo' | 'fall' | 'step';
  levelBefore: number;
  since: number;
  readingsLeft: number;
  until: number | null;
};

/**
 * Returns the step for which alerts of the level wait, null where they wait for none. While the filter has not
 * followed a step, the reading itself says how far it went.
 * @param raw the newest reading, in percent, and `needed`: the readings that must agree before it is followed.
 * @param ratio litres of a percent, null where they are unknown.
 */
export function waitingOf(
  filter: Doubting,
  { raw, needed, ratio }: { raw: number; needed: number; ratio: number | null },
): Waiting | null {
  const { doubtLevel, doubtSince: since, doubtSeen, doubts } = filter;
  if (doubtLevel === null) return null;
  const step = { levelBefore: doubtLevel, since };
  if (doubtSeen === 0)
    return { ...step, reason: 'zero', readingsLeft: 1, until: since + zerosLast(filter) };
  const fallNow = doubtSeen > 1 ? 0 : fallOf(filter, since, raw);
  const doubtFastest = Math.max(filter.doubtFastest, fallNow);
  const seen = doubts === 0 ? filter : { ...filter, level: raw, doubtFastest };
  const readingsLeft = Math.max(0, leastSeen - doubtSeen);
  if (hasEchoes(seen)) return { ...step, reason: 'echo', readingsLeft, until: since + echoStayMs };
  if (!hasStayed(filter, leastStayMs) && isImpossible(seen, doubtLevel, ratio)) {
    return { ...step, reason: 'fall', readingsLeft, until: since + leastStayMs };
  }
  if (doubts === 0) return null;
  return { ...step, reason: 'step', readingsLeft: needed - Math.abs(doubts), until: null };
}
