import { failures } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
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
    throw wrong(fault('instant'));
  }
  if (until <= now) throw wrong(fault('past'));
  if (until > now + longestMs) throw wrong(fault('ahead30Days'));
  return until;
}

function wrong(message: FaultText) {
  return failures.invalid([{ field: 'until', message }]);
}
