import { timingSafeEqual } from 'node:crypto';
import { minuteMs } from '../kit/time/units.ts';
import { signPost } from './sign-post.ts';

export type PostHeaders = Readonly<Record<string, string | string[] | undefined>>;

const toleranceMs = 5 * minuteMs;

/**
 * True if a post was signed with a secret as `signPost` does it, at most five minutes ago or ahead. More
 * than one signature may be given, as while a secret is changed (Standard Webhooks 1.0.0).
 */
export function isSignedBy(
  secret: string,
  headers: PostHeaders,
  { body, now }: { body: string; now: number },
): boolean {
  const [id, timestamp, signatures] = [
    headers['webhook-id'],
    headers['webhook-timestamp'],
    headers['webhook-signature'],
  ];
  if (typeof id !== 'string' || typeof signatures !== 'string') return false;
  if (typeof timestamp !== 'string' || !/^\d{1,12}$/.test(timestamp)) return false;
  const signedAt = Number(timestamp) * 1000;
  if (Math.abs(now - signedAt) > toleranceMs) return false;
  const { 'webhook-signature': expected = '' } = signPost({ secret, id, now: signedAt, body });
  return signatures.split(' ').some((given) => isSame(given, expected));
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
