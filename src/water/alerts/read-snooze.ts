import { failures } from '../../kit/api/failures/api-error.ts';
import { type FaultText, fault } from '../../kit/api/failures/faults.ts';
import { parseInstant } from '../../kit/time/instant.ts';
import { dayMs } from '../../kit/time/units.ts';

/** Longest snooze; for longer, a kind is muted for its sensor. */
const longestMs = 30 * dayMs;

/**
 * Reads the end of a snooze.
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
