import { storable } from '../../kit/storable.ts';
import {
  isRetriedWhenLost,
  type MessageClass,
  type MessageEvent,
} from '../messages/message-states.ts';
import type { HandOver } from '../providers/provider.ts';
import { backOffMs } from './back-off.ts';

/** Most characters of what a provider says: its ids, and why it refuses. */
export const longestWord = 500;

/** A message that a dispatcher has in hand. */
export type ClaimedMessage = {
  id: number;
  userId: number;
  phone: string;
  /** Sender id or short code of the account; null where it has none. */
  sender: string | null;
  text: string;
  class: MessageClass;
  /** How often it was handed to a provider before. */
  attempts: number;
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
};

type Circumstances = {
  provider: string;
  now: number;
  /** From 0 to 1: spreads the next tries of messages that failed together. */
  random: () => number;
};

/** What follows from a provider's answer about one message. */
export function settlementOf(
  message: ClaimedMessage,
  handOver: HandOver,
  { provider, now, random }: Circumstances,
): Settlement {
  const { id, userId, attempts } = message;
  const shared = { id, userId, provider, refs: [], error: null, dueAt: null, attempted: true };
  const later = now + backOffMs(attempts, random());
  // One word that a database refuses would keep its whole turn from being written down, for ever.
  const tidy = (word: string) => storable(word, longestWord);
  switch (handOver.outcome) {
    case 'accepted':
      return { ...shared, event: 'accept', refs: handOver.refs.map(tidy) };
    case 'refused':
      return { ...shared, event: 'refuse', error: tidy(handOver.error) };
    case 'busy':
      return {
        ...shared,
        event: 'postpone',
        error: tidy(handOver.error),
        dueAt: Math.max(later, now + (handOver.pauseMs ?? 0)),
      };
    case 'unknown':
      return {
        ...shared,
        event: 'lose',
        error: tidy(handOver.error),
        dueAt: isRetriedWhenLost(message.class) ? later : null,
      };
  }
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
