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
  /** True of a status that says, beside the specification's, that messages come too fast. */
  isThrottled: (status: number) => boolean;
};

/** Words of a refusal, with whatever status, for messages that come too fast. */
const tooFast =
  /throttl|too ?(?:many|fast)|rate ?limit|\b(?:throughput|tps|rate|speed)\b.{0,20}exceed|exceed.{0,20}\b(?:throughput|tps|rate|speed)\b/i;

/**
 * True of an answer that says that messages come too fast, or that a queue is full: by the specification, by a
 * status that is set, or in words. What is refused so has certainly not been sent.
 */
export function isTooFast(
  { status, words = '' }: Pick<PeerAnswer, 'status' | 'words'>,
  { isThrottled, isNoCredit }: AnswerForms,
): boolean {
  const verdict = verdictOn(status);
  if (verdict === 'ok' || verdict === 'slow') return verdict === 'slow';
  if (isThrottled(status)) return true;
  return !isNoCredit(status) && !isForMoney(words) && tooFast.test(words);
}

/**
 * Returns the outcome of a part from the answer to it. One that is taken without an id is taken all the same.
 */
export function outcomeOf(answer: PeerAnswer, forms: AnswerForms): SubmitResult {
  const { command, status, messageId, words = '' } = answer;
  const isNack = command === 'generic_nack';
  const said = words === '' ? '' : `: ${words.replace(/[^ -~]/g, '').slice(0, 100)}`;
  const error = `${isNack ? 'generic_nack, ' : ''}${describeStatus(status)}${said}`;
  if (forms.isNoCredit(status) || isForMoney(words)) {
    return { outcome: 'busy', error, pauseMs: minuteMs, forMoney: true };
  }
  if (isTooFast(answer, forms)) return { outcome: 'busy', error, throttled: true };
  switch (verdictOn(status)) {
    case 'slow':
    case 'later':
      return { outcome: 'busy', error };
    case 'never':
      return { outcome: 'refused', error };
    case 'ok': {
      if (isNack) return { outcome: 'refused', error };
      const ref = forms.refOf(messageId);
      return { outcome: 'accepted', refs: noId.test(ref) ? [] : [ref] };
    }
  }
}
