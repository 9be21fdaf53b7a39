/** Units of time in milliseconds. A day is one of 24 hours; those of the calendar are in `time-zone.ts`. */
export const secondMs = 1000;
export const minuteMs = 60 * secondMs;
export const hourMs = 60 * minuteMs;
export const dayMs = 24 * hourMs;
