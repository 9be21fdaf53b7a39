/** Units of time in milliseconds. A day is one of 24 hours; those of the calendar are in `time-zone.ts`. */
export const minuteMs = 60_000;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
