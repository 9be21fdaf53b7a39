import { parseBoardInstant } from '../kit/time/board-instant.ts';
import { dayMs } from '../kit/time/units.ts';

/** No clock that was ever set loses so much: it began in 1970, in 2000 or with its firmware, as nobody has set it. */
export const unsetMs = 366 * dayMs;

/** Whether a reading was refused for what a clock says that is not set. @param at when it was refused. */
export function isOfUnsetClock(
  { field, sent }: { field: string; sent: string | null },
  at: number,
): boolean {
  if (field !== 'recorded_at' || sent === null) return false;
  // Seconds since 1970 before September 2001 are no instant that is taken.
  if (/^\d{1,9}(\.\d+)?$/.test(sent.trim())) return true;
  const said = parseBoardInstant(sent.trim());
  return said !== undefined && at - said >= unsetMs;
}
