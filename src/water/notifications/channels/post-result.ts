import type { Result } from '../../../delivery/deliver.ts';
import { describeFailure } from '../../../delivery/signed-post.ts';
import type { PostResult } from '../../../kit/http/http-post.ts';

/**
 * What a POST means to the delivery machine.
 * @param isFinal whether a status will be the same at every further try.
 */
export function resultOfPost(post: PostResult, isFinal: (status: number) => boolean): Result {
  const error = describeFailure(post);
  if (error === undefined) return { outcome: 'delivered' };
  if (post.outcome === 'answered') {
    return { outcome: isFinal(post.status) ? 'refused' : 'failed', error };
  }
  return { outcome: 'silent', error, mayBeSent: post.outcome === 'unanswered' };
}
