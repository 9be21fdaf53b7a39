import { dayMs, hourMs } from '../../kit/time/units.ts';

/** What comes back within this time of its incident's beginning is the same incident. */
export const sameIncidentMs = dayMs;
/** What comes back sooner after it was over is no news. */
const newsAfterMs = hourMs;

/** Whether an incident that comes back is worth a message once more, rather than the same thing again. */
export function isNewsAgain(resolvedAt: number, now: number, quietMs = newsAfterMs): boolean {
  return now - resolvedAt >= quietMs;
}
