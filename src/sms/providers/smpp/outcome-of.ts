import type { SubmitResult } from '../provider.ts';
import { describeStatus, verdictOn } from './pdu/statuses.ts';
import type { PeerAnswer } from './pending-requests.ts';

/** Ids by which some SMSCs say that they give none. */
const noId = /^(null|none|nil|undefined|nan|n\/a|-+)?$/;

/**
 * Returns the outcome of a part from the answer to it. One that is taken without an id is taken all the same.
 * @param refOf brings the id of an answer to its stored form.
 */
export function outcomeOf(
  { command, status, messageId }: PeerAnswer,
  refOf: (id: string) => string,
): SubmitResult {
  const isNack = command === 'generic_nack';
  const error = `${isNack ? 'generic_nack, ' : ''}${describeStatus(status)}`;
  switch (verdictOn(status)) {
    case 'slow':
      return { outcome: 'busy', error, throttled: true };
    case 'later':
      return { outcome: 'busy', error };
    case 'never':
      return { outcome: 'refused', error };
    case 'ok': {
      if (isNack) return { outcome: 'refused', error };
      const ref = refOf(messageId);
      return { outcome: 'accepted', refs: noId.test(ref) ? [] : [ref] };
    }
  }
}
