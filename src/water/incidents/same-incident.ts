import { dayMs, hourMs } from '../../kit/time/units.ts';

/** Time from the beginning of an incident within which its return is the same incident. */
export const sameIncidentMs = dayMs;
/** Time after its end within which its return is not worth another message. */
const newsAfterMs = hourMs;

/** True if the return of an incident is worth another message. */
export function isNewsAgain(resolvedAt: number, now: number): boolean {
  return now - resolvedAt >= newsAfterMs;
}
