import { storable } from '../../kit/text/storable.ts';
import { isRepeated, type MessageClass, type MessageEvent } from '../message-states.ts';
import type { HandOver } from '../providers/provider.ts';
import { backOffMs, repeatAfterMs } from './back-off.ts';

/** Most characters of what a provider says: its ids, and why it refuses. */
export const longestWord = 500;

/** A message that a dispatcher has in hand. */
export type ClaimedMessage = {
  id: number;
  userId: number;
  phone: string;
  /** Sender id or short code of the account; null where it has none. */
  sender: string | null;
  /** Whether it goes to the simulator, whatever the routes say. */
  simulated: boolean;
  text: string;
  class: MessageClass;
  /** How often it was handed to a provider before. */
  attempts: number;
  /** Copies of it that left and were not answered. */
  inDoubt: number;
  expiresAt: number;
};

/** What is written down of one hand-over. */
export type Settlement = {
  id: number;
  userId: number;
  event: MessageEvent;
  /** Who was asked; null where nobody was. */
  provider: string | null;
  refs: string[];
  error: string | null;
  /** When it is tried again; null where it is not. */
  dueAt: number | null;
  /** Whether a provider was asked, which is what an attempt is. */
  attempted: boolean;
  /** Whether the message had been given up as unknown before the answer came. */
  isLate?: true;
};

type Circumstances = {
  provider: string;
  /** Whether nothing speaks against the provider. */
  isWell: boolean;
  now: number;
  /** From 0 to 1: spreads the next tries of messages that failed together. */
  random: () => number;
  unknownRepeats: number;
};

/** What follows from a provider's answer about one message. */
export function settlementOf(
  message: ClaimedMessage,
  handOver: HandOver,
  { provider, isWell, now, random, unknownRepeats }: Circumstances,
): Settlement {
  const { id, userId, attempts, inDoubt } = message;
  const shared = { id, userId, provider, refs: [], error: null, dueAt: null, attempted: true };
  // One word that a database refuses would keep its whole turn from being written down, for ever.
  const tidy = (word: string) => storable(word, longestWord);
  switch (handOver.outcome) {
    case 'accepted':
      return { ...shared, event: 'accept', refs: handOver.refs.map(tidy) };
    case 'refused':
      return { ...shared, event: 'refuse', error: tidy(refusalOf(message, handOver.error)) };
    case 'busy': {
      // What an ailing provider does not take says nothing of the message.
      const waitMs = backOffMs(isWell ? attempts : 0, random());
      const dueAt = now + Math.max(waitMs, handOver.pauseMs ?? 0);
      return { ...shared, event: 'postpone', error: tidy(handOver.error), dueAt };
    }
    case 'unknown': {
      const isDueAgain = isRepeated(message, unknownRepeats);
      const dueAt = isDueAgain ? now + repeatAfterMs(inDoubt, random()) : null;
      return { ...shared, event: 'lose', error: tidy(handOver.error), dueAt };
    }
  }
}

/** A message that may have been sent is not refused as a whole: its owner is told what was. */
function refusalOf({ inDoubt }: ClaimedMessage, error: string): string {
  return inDoubt > 0 ? `A repeat was refused: ${error}` : error;
}

/** What follows from an answer about a message that was given up as unknown; its attempt is counted already. */
export function lateSettlementOf(
  message: ClaimedMessage,
  handOver: HandOver,
  circumstances: Circumstances,
): Settlement {
  return { ...settlementOf(message, handOver, circumstances), attempted: false, isLate: true };
}

/** Puts a message back that was claimed and that nobody could take just then. */
export function putBack({ id, userId }: ClaimedMessage, dueAt: number): Settlement {
  const untouched = { provider: null, refs: [], error: null, attempted: false };
  return { id, userId, event: 'postpone', dueAt, ...untouched };
}

/** The ids under which a provider took a message. */
export function answersOf({ provider, refs }: Settlement): { provider: string; ref: string }[] {
  return provider === null ? [] : refs.map((ref) => ({ provider, ref }));
}

/** A message among those of all accounts. */
export function keyOf({ userId, id }: { userId: number; id: number }): string {
  return `${userId}/${id}`;
}
