import { fault } from '../../kit/api/failures/faults.ts';
import { storable } from '../../kit/text/storable.ts';
import type { StoredMessage } from '../message.ts';
import { isRepeated, type MessageEvent } from '../message-states.ts';
import { phoneRef } from '../providers/id-forms.ts';
import type { SubmitResult } from '../providers/provider.ts';
import { backOffMs, repeatAfterMs } from './back-off.ts';

/** Most characters of a provider's ids and reasons. */
export const longestWord = 500;

/** The change of a message that follows from a submit. */
export type MessageUpdate = {
  id: number;
  userId: number;
  event: MessageEvent;
  /** The provider that was asked; null where none was, which leaves the one that is stored. */
  provider: string | null;
  refs: string[];
  error: string | null;
  dueAt: number | null;
  /**
   * True if this counts among the message's attempts: a provider was asked, or a single send found none of
   * its route that would take it. A late answer does not count: its attempt is counted already.
   */
  attempted: boolean;
  /**
   * The claim that the message is under as long as the update was not applied; null where it counts
   * without. One that leaves the message in the outbox may be applied already, where the answer to its
   * commit was lost, and others may have claimed the message meanwhile.
   */
  claimedBy: number | null;
  /** Set if the message had been given up as unknown before the answer came. */
  isLate?: true;
};

type Circumstances = {
  provider: string;
  /** True if nothing speaks against the provider. */
  isWell: boolean;
  now: number;
  /** From 0 to 1: spreads the next tries of messages that failed together. */
  random: () => number;
  unknownRepeats: number;
};

export function updateOf(
  message: StoredMessage,
  result: SubmitResult,
  { provider, isWell, now, random, unknownRepeats }: Circumstances,
): MessageUpdate {
  const { id, userId, claimedBy, attempts, inDoubt } = message;
  const shared = {
    id,
    userId,
    provider,
    refs: [],
    error: null,
    dueAt: null,
    attempted: true,
    claimedBy: null,
  };
  // One word that a database refuses would keep the whole transaction from being committed, for ever.
  const tidy = (word: string) => storable(word, longestWord);
  switch (result.outcome) {
    case 'accepted':
      return { ...shared, event: 'accept', refs: refsOf(message, result.refs.map(tidy)) };
    case 'refused': {
      // One that may have been sent is not refused as a whole: the error says which copy was.
      const error = inDoubt > 0 ? fault('repeatRefused', { fault: result.error }) : result.error;
      return { ...shared, event: 'refuse', error: tidy(error) };
    }
    case 'busy': {
      // A refusal of an ailing provider, or of one that is throttled, shows nothing about the message.
      const waitMs = backOffMs(isWell && !result.throttled ? attempts : 0, random());
      const dueAt = now + Math.max(waitMs, result.pauseMs ?? 0);
      return { ...shared, event: 'postpone', error: tidy(result.error), dueAt, claimedBy };
    }
    case 'unknown': {
      const isDueAgain = isRepeated(message, unknownRepeats);
      const dueAt = isDueAgain ? now + repeatAfterMs(inDoubt, random()) : null;
      return { ...shared, event: 'lose', error: tidy(result.error), dueAt, claimedBy };
    }
  }
}

/** A message that was taken without an id is known by its phone. */
function refsOf({ phone }: StoredMessage, refs: string[]): string[] {
  return refs.length > 0 ? refs : [phoneRef(phone)];
}

/**
 * Returns the update that follows from an answer about a message that was given up as unknown; its attempt
 * is counted already.
 */
export function lateUpdateOf(...answer: Parameters<typeof updateOf>): MessageUpdate {
  return { ...updateOf(...answer), attempted: false, claimedBy: null, isLate: true };
}

const notSubmitted = {
  provider: null,
  refs: [],
  error: null,
  dueAt: null,
  attempted: false,
  claimedBy: null,
};

/** Puts back a claimed message that no provider was handed. */
export function putBack(
  { id, userId, claimedBy }: Pick<StoredMessage, 'id' | 'userId' | 'claimedBy'>,
  dueAt: number,
): MessageUpdate {
  return { ...notSubmitted, id, userId, event: 'postpone', dueAt, claimedBy };
}

/**
 * Drops a claimed message that must not be sent any more; one that may have been sent keeps its own error.
 */
export function drop(
  { id, userId, inDoubt }: StoredMessage,
  event: 'expire' | 'cancel',
  reason: string,
): MessageUpdate {
  const error = inDoubt > 0 ? null : reason;
  return { ...notSubmitted, id, userId, event, error };
}

/** Refuses a message whose sender waits, and that no provider of its route took. */
export function refuseUntaken({ id, userId }: StoredMessage, error: string): MessageUpdate {
  return { ...notSubmitted, id, userId, event: 'refuse', error, attempted: true };
}

/** Identifies a message among those of all accounts. */
export function messageKey(userId: number, id: number): string {
  return `${userId}/${id}`;
}
