import type { FastifyReply } from 'fastify';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Use } from './minute-rate.ts';

/**
 * Writes the caller's remaining rate into the answer's headers (document 2, section 8).
 * @throws 429 with the sentence `refusal` where the limit is passed.
 */
export function checkRate(
  reply: FastifyReply,
  { limit, used, resetMs }: Use,
  refusal: string,
): void {
  const seconds = Math.max(1, Math.ceil(resetMs / 1000));
  reply.headers({
    'ratelimit-limit': limit,
    'ratelimit-remaining': Math.max(0, limit - used),
    'ratelimit-reset': seconds,
  });
  if (used > limit) throw failures.tooMany(refusal, seconds);
}
