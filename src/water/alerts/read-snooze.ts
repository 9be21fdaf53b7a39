import { failures } from '../../kit/api/api-error.ts';
import { parseInstant } from '../../kit/time/instant.ts';
import { dayMs } from '../../kit/time/units.ts';

/** For longer, a kind is switched off for its sensor. */
const longestMs = 30 * dayMs;

/**
 * Until when an alert is to rest.
 * @throws ApiError 400 that names `until`.
 */
export function readSnooze(text: string, now: number): number {
  const until = parseInstant(text);
  if (until === undefined) {
    throw wrong('must be an ISO 8601 date-time with a time zone, such as 2026-11-21T08:00:00Z');
  }
  if (until <= now) throw wrong('is in the past');
  if (until > now + longestMs) throw wrong('is more than 30 days ahead');
  return until;
}

function wrong(message: string) {
  return failures.invalid([{ field: 'until', message }]);
}
