/** Tokens, whole and in part, at an instant of `Timers`. */
export type Bucket = { tokens: number; at: number };

export type BucketLimits = {
  perSecond: number;
  burst: number;
};

/**
 * Takes one token, refilling first for the time since the last take. `rate-limiter-flexible` counts in
 * fixed windows, which let twice the rate through where two meet.
 * @returns 0 when there was a token, else the seconds until there is one.
 */
export function takeToken(bucket: Bucket, limits: BucketLimits, now: number): number {
  const elapsed = Math.max(0, now - bucket.at) / 1000;
  bucket.tokens = Math.min(limits.burst, bucket.tokens + elapsed * limits.perSecond);
  bucket.at = now;
  if (bucket.tokens >= 1) {
    bucket.tokens -= 1;
    return 0;
  }
  return (1 - bucket.tokens) / limits.perSecond;
}
