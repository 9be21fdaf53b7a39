import { dayMs, hourMs, minuteMs } from '../../../kit/time/units.ts';

/** East Africa Time: UTC+3 without summer time, so plain arithmetic is exact. */
const OFFSET_MS = 3 * hourMs;

export interface LocalTime {
  /** Days since 1970-01-01 in Nairobi: names a day for draws that hold for the whole of it. */
  dayNumber: number;
  /** 0 is Sunday, as in Date. */
  weekday: number;
  /** Minutes since local midnight, with fraction: 0 to below 1440. */
  minuteOfDay: number;
}

export function nairobiTime(at: number): LocalTime {
  const local = at + OFFSET_MS;
  const dayNumber = Math.floor(local / dayMs);
  return {
    dayNumber,
    weekday: (((dayNumber + 4) % 7) + 7) % 7,
    minuteOfDay: (local - dayNumber * dayMs) / minuteMs,
  };
}

/** A stretch of every day, in minutes since midnight; `from` above `until` spans midnight. */
export interface DailyWindow {
  from: number;
  until: number;
}

export function isWithin(window: DailyWindow, minuteOfDay: number): boolean {
  return window.from <= window.until
    ? minuteOfDay >= window.from && minuteOfDay < window.until
    : minuteOfDay >= window.from || minuteOfDay < window.until;
}
