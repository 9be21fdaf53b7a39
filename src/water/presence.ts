import { hasElapsed } from '../kit/time/elapsed.ts';
import { minuteMs } from '../kit/time/units.ts';
import { longestSilenceMs } from './rhythm.ts';

type Seen = { last_seen_at: number | null; silent_after_ms: number | null };

/**
 * True while less has passed since the device was last seen than makes it offline. @param onlineMs what does
 * so in a device whose rhythm is not known yet.
 */
export function isOnline(
  { last_seen_at, silent_after_ms }: Seen,
  now: number,
  onlineMs: number,
): boolean {
  return last_seen_at !== null && !hasElapsed(last_seen_at, now, silent_after_ms ?? onlineMs);
}

/**
 * Silence of which a device's people are told. While its rhythm is not known, the next report of a daily
 * reporter is waited for, although it is shown as offline.
 */
export function toldSilence(
  { silent_after_ms }: Pick<Seen, 'silent_after_ms'>,
  onlineMs: number,
): number {
  return silent_after_ms ?? toldUnknown(onlineMs);
}

/** The same of a device whose rhythm is not known. */
export function toldUnknown(onlineMs: number): number {
  return Math.max(longestSilenceMs, onlineMs);
}

/** Greatest lag of `silent_about` behind the instant at which the device counts as silent. */
export const longestLagMs = 5 * minuteMs;

/**
 * Returns `silent_about` for a device that was just seen. It is indexed, so it follows the end of the silence
 * that is left to the device only a few times in it: an index entry with each push would slow down the push.
 * The offline loop sets it to null in silent devices, so that it marks their return.
 */
export function silentAbout(
  device: { silent_about: number | null; silent_after_ms: number | null },
  lastSeenAt: number,
  onlineMs: number,
): number {
  const silence = toldSilence(device, onlineMs);
  const silentAt = lastSeenAt + silence;
  if (device.silent_about === null) return silentAt;
  const lag = silentAt - device.silent_about;
  const isNear = lag >= 0 && lag < Math.min(longestLagMs, silence / 3);
  return isNear ? device.silent_about : silentAt;
}
