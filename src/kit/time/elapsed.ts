import { minuteMs } from './units.ts';

/**
 * How far ahead of this server's clock an instant may lie that another server or a device has named: a
 * device's five minutes (document 1), and one for servers among each other. What lies further ahead was
 * written by a clock that was wrong then, or is read by one that has stepped back since.
 */
const mostAheadMs = 6 * minuteMs;

/** Whether a stored instant of something that has happened lies in a time that has not come. */
export function isAhead(instant: number, now: number): boolean {
  return instant > aheadOf(now);
}

/** The instant after which all is ahead in that sense. */
export function aheadOf(now: number): number {
  return now + mostAheadMs;
}

/** The last at which something can end that lasts so long at most: a later end was set by a clock that was ahead. */
export function latestEnd(now: number, lifeMs: number): number {
  return aheadOf(now) + lifeMs;
}

/** Whether so many milliseconds have passed since a stored instant; one that lies ahead counts as long ago. */
export function hasElapsed(since: number, now: number, ms: number): boolean {
  return now - since >= ms || isAhead(since, now);
}

/** Whether what was measured at an instant is overtaken by what is known of a later one. */
export function isOvertaken(measuredAt: number, knownAt: number | null, now: number): boolean {
  return knownAt !== null && measuredAt < knownAt && !isAhead(knownAt, now);
}
