import { createHmac } from 'node:crypto';

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
