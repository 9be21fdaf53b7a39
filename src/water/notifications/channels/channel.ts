import type { Result } from '../../../delivery/deliver.ts';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { Message } from '../message.ts';
import type { Target } from '../queries.ts';

/** A message on its way to one target. */
export type Outgoing = {
  /** The same at every try and for ever: whoever takes it twice knows it by this. */
  name: string;
  message: Message;
  /** When it was stored, in epoch milliseconds. */
  createdAt: number;
  /** Where it is acknowledged; undefined where there is nothing to, or no address of this server is set. */
  link: string | undefined;
};

/** A way to people. Its waits have deadlines, and a failure is told in words that name no host. */
export type Channel = {
  send: (target: Target, outgoing: Outgoing, signal: AbortSignal) => Promise<Result>;
  close?: () => void;
};

/** What a target that lacks what its channel needs is answered. */
export const notSetUp: Result = { outcome: 'refused', error: fault('notSetUp') };
