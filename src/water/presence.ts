import { hasElapsed } from '../kit/time/elapsed.ts';
import { minuteMs } from '../kit/time/units.ts';

/** A device is online while less than `onlineMs` has passed since it was last heard of. */
export function isOnline(lastSeenAt: number | null, now: number, onlineMs: number): boolean {
  return lastSeenAt !== null && !hasElapsed(lastSeenAt, now, onlineMs);
}

/** How long `seen_about` lags behind `last_seen_at` at most. */
export const longestLagMs = 5 * minuteMs;

/**
 * What `seen_about` is to be of a device that was just seen. It is indexed, so it follows `last_seen_at`
 * only now and then, a few times in `onlineMs`: an index entry with each push would cost the push.
 * The watch sets it to null in a device that it finds silent, so that here it tells of the return.
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
