export const dayCounts = [7, 30, 90] as const;
/** Of how many days, which end with today, the screen tells. */
export type DayCount = (typeof dayCounts)[number];
