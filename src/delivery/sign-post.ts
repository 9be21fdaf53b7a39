import { createHmac, timingSafeEqual } from 'node:crypto';
import { minuteMs } from '../kit/time/units.ts';

type Post = {
  /** The endpoint's secret as its owner was shown it. */
  secret: string;
  /** Equal at every try of one delivery, so that a repeat is recognised. */
  id: string;
  now: number;
  body: string;
};

const prefix = 'whsec_';

/** A secret of 32 random bytes, written as the Standard Webhooks specification asks. */
export function writeSecret(randomBytes: Uint8Array): string {
  return `${prefix}${Buffer.from(randomBytes).toString('base64')}`;
}

/**
 * Returns the headers that prove the origin of a post (Standard Webhooks 1.0.0): HMAC-SHA256 over id,
 * timestamp and body, so that neither can be put in place of another.
 */
export function signPost({ secret, id, now, body }: Post): Record<string, string> {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  const timestamp = String(Math.floor(now / 1000));
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  };
}

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
