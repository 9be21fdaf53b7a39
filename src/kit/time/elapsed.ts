import { minuteMs } from './units.ts';

/**
 * Longest time by which an instant from another server or a device may be ahead of this server's clock: a
 * device's five minutes (document 1), and one minute between servers. An instant further ahead was written
 * by a clock that was wrong then, or is read by one that has stepped back since.
 */
const mostAheadMs = 6 * minuteMs;

/** True if a stored instant of a past event is in the future by more than clocks differ. */
export function isAhead(instant: number, now: number): boolean {
  return instant > aheadOf(now);
}

/** Latest instant that is not ahead in that sense. */
export function aheadOf(now: number): number {
  return now + mostAheadMs;
}

/** Latest end of something that lasts at most so long: a later end was set by a clock that was ahead. */
export function latestEnd(now: number, lifeMs: number): number {
  return aheadOf(now) + lifeMs;
}

/** True if so many milliseconds have passed since a stored instant; one that is ahead counts as long ago. */
export function hasElapsed(since: number, now: number, ms: number): boolean {
  return now - since >= ms || isAhead(since, now);
}

/** True if a measurement at an instant is older than one that is known. */
export function isOvertaken(measuredAt: number, knownAt: number | null, now: number): boolean {
  return knownAt !== null && measuredAt < knownAt && !isAhead(knownAt, now);
}
