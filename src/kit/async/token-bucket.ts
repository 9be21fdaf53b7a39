/** Tokens, whole and in part, at a tick of `Timers`. */
export type Bucket = { tokens: number; at: number };

export type BucketLimits = {
  perSecond: number;
  burst: number;
};

/**
 * Takes tokens, all of them or none, refilling first for the time since the last take. Of more than a full
 * bucket a full one is taken. `rate-limiter-flexible` counts in fixed windows, which let twice the rate
 * through where two meet.
 * @returns 0 when they were there, else the seconds until they are.
 */
export function takeTokens(bucket: Bucket, limits: BucketLimits, tick: number, count = 1): number {
  const elapsed = Math.max(0, tick - bucket.at) / 1000;
  const wanted = Math.min(count, limits.burst);
  bucket.tokens = Math.min(limits.burst, bucket.tokens + elapsed * limits.perSecond);
  bucket.at = tick;
  if (bucket.tokens >= wanted) {
    bucket.tokens -= wanted;
    return 0;
  }
  return (wanted - bucket.tokens) / limits.perSecond;
}
