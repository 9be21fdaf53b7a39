import { dayMs, hourMs } from '../../kit/time/units.ts';

/** What comes back within this time of its incident's beginning is the same incident. */
export const sameIncidentMs = dayMs;
/** What comes back sooner after it was over is no news. */
export const newsAfterMs = hourMs;
