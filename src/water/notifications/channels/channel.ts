import type { Result } from '../../../delivery/deliver.ts';
import { describeFailure } from '../../../delivery/signed-post.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { PostResult } from '../../../kit/http/http-post.ts';
import type { Message } from '../message.ts';
import type { Target } from '../queries.ts';
import type { SmsStanding } from './sms-standing.ts';

export type Outgoing = {
  /** The same at every try and for ever, so that a receiver recognises a repeat. */
  name: string;
  message: Message;
  /** Epoch milliseconds. */
  createdAt: number;
  /**
   * Link that acknowledges it; undefined where there is no incident, or no public address of this server is
   * set.
   */
  link: string | undefined;
  /** Owner whose account pays for an SMS; null for the person's own. */
  paidBy: number | null;
};

/** Outcome of a try, and of an SMS that was taken what its service said of it. */
export type Sent = Result & { sms?: SmsStanding };

/** Way to people. Its waits have deadlines, and its errors name no host. */
export type Channel = {
  send: (target: Target, outgoing: Outgoing, signal: AbortSignal) => Promise<Sent>;
  close?: () => void;
};

/** Result for a target that lacks what its channel needs. */
export const notSetUp: Result = { outcome: 'refused', error: fault('notSetUp') };

/**
 * Converts the result of a POST for the delivery loop.
 * @param isFinal true for a status that every further try would get, too.
 */
export function resultOfPost(post: PostResult, isFinal: (status: number) => boolean): Result {
  const error = describeFailure(post);
  if (error === undefined) return { outcome: 'delivered' };
  if (post.outcome === 'answered') {
    return { outcome: isFinal(post.status) ? 'refused' : 'failed', error };
  }
  return { outcome: 'silent', error, mayBeSent: post.outcome === 'unanswered' };
}
