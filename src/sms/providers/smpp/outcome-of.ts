import { minuteMs } from '../../../kit/time/units.ts';
import { isForMoney } from '../money/for-money.ts';
import type { SubmitResult } from '../provider.ts';
import { describeStatus, verdictOn } from './pdu/statuses.ts';
import type { PeerAnswer } from './pending-requests.ts';

/** Ids by which some SMSCs say that they give none. */
const noId = /^(null|none|nil|undefined|nan|n\/a|-+)?$/;

/** What the SMSC means by its answers, as it is set up. */
export type AnswerForms = {
  /** Brings the id of an answer to its stored form. */
  refOf: (id: string) => string;
  /** True of a status that says that the operator has no credit left there. */
  isNoCredit: (status: number) => boolean;
};

/**
 * Returns the outcome of a part from the answer to it. One that is taken without an id is taken all the same.
 */
export function outcomeOf(
  { command, status, messageId, words = '' }: PeerAnswer,
  { refOf, isNoCredit }: AnswerForms,
): SubmitResult {
  const isNack = command === 'generic_nack';
  const said = words === '' ? '' : `: ${words.replace(/[^ -~]/g, '').slice(0, 100)}`;
  const error = `${isNack ? 'generic_nack, ' : ''}${describeStatus(status)}${said}`;
  if (isNoCredit(status) || isForMoney(words)) {
    return { outcome: 'busy', error, pauseMs: minuteMs, forMoney: true };
  }
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
