/** Times and days in Africa/Nairobi: three hours ahead of UTC all year, no summer time since 1960. */

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const DAY_MINUTES = 1440;
export const NAIROBI_OFFSET = 3 * HOUR;

/** Midnight in Nairobi that begins Monday 6 January 2025, as epoch milliseconds. */
const FIRST_MIDNIGHT = Date.UTC(2025, 0, 6) - NAIROBI_OFFSET;

/** The midnight in Nairobi this many days after Monday 6 January 2025. */
export function midnight(daysAfter: number): number {
  return FIRST_MIDNIGHT + daysAfter * DAY;
}

/** The day in Nairobi as YYYY-MM-DD. */
export function dayOf(at: number): string {
  return new Date(at + NAIROBI_OFFSET).toISOString().slice(0, 10);
}

/** 0 for Sunday to 6 for Saturday, in Nairobi. */
export function weekdayOf(at: number): number {
  return new Date(at + NAIROBI_OFFSET).getUTCDay();
}

/** 1 to 12, in Nairobi. */
export function monthOf(at: number): number {
  return new Date(at + NAIROBI_OFFSET).getUTCMonth() + 1;
}
