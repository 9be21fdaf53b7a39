import { minuteMs } from '../../../kit/time/units.ts';
import type { Random } from '../tank/random.ts';

const FIRST_WAIT_MS = 1000;
const LONGEST_WAIT_MS = minuteMs;

/**
 * Milliseconds to back off: what the server asked for by Retry-After, else 1 s doubled with each
 * failure in a row up to a minute, half of it random so that a fleet does not return together.
 */
export function retryWait(
  retryAfter: string | null,
  failuresInARow: number,
  now: number,
  random: Random,
): number {
  const asked = retryAfter === null ? null : parseRetryAfter(retryAfter, now);
  if (asked !== null) return asked;
  const wait = Math.min(FIRST_WAIT_MS * 2 ** (failuresInARow - 1), LONGEST_WAIT_MS);
  return wait * (0.5 + random() / 2);
}

/** The milliseconds that a Retry-After header asks for; null where it says nothing of use. */
export function parseRetryAfter(header: string, now: number): number | null {
  if (/^\s*\d+\s*$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}
