import { hasElapsed } from '../kit/time/elapsed.ts';

/** A device is online while less than `onlineMs` has passed since it was last heard of. */
export function isOnline(lastSeenAt: number | null, now: number, onlineMs: number): boolean {
  return lastSeenAt !== null && !hasElapsed(lastSeenAt, now, onlineMs);
}
