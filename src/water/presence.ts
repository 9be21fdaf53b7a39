import { hasElapsed } from '../kit/time/elapsed.ts';
import { minuteMs } from '../kit/time/units.ts';

/** True while less than `onlineMs` has passed since the device was last seen. */
export function isOnline(lastSeenAt: number | null, now: number, onlineMs: number): boolean {
  return lastSeenAt !== null && !hasElapsed(lastSeenAt, now, onlineMs);
}

/** Greatest lag of `seen_about` behind `last_seen_at`. */
export const longestLagMs = 5 * minuteMs;

/**
 * Returns `seen_about` for a device that was just seen. It is indexed, so it follows `last_seen_at` only a
 * few times in `onlineMs`: an index entry with each push would slow down the push. The offline loop sets it
 * to null in silent devices, so that it marks their return.
 */
export function seenAbout(
  { last_seen_at, seen_about }: { last_seen_at: number; seen_about: number | null },
  onlineMs: number,
): number {
  if (seen_about === null) return last_seen_at;
  const lag = last_seen_at - seen_about;
  const isNear = lag >= 0 && lag < Math.min(longestLagMs, onlineMs / 3);
  return isNear ? seen_about : last_seen_at;
}
