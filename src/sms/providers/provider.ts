import type { Component } from '../../kit/async/components.ts';
import type { OutgoingMessage } from '../message.ts';

/**
 * What became of submitting one message:
 * - `accepted`: the provider has it; `refs` are its ids, one for each part;
 * - `refused`: the provider said no, and will say no again; nothing was sent;
 * - `busy`: it said "not now" (throttled, queue full) or could not be reached, and nothing was sent;
 *   `pauseMs` asks the dispatcher to leave this provider alone for a while;
 * - `unknown`: the request left and no answer came, so it may have been sent.
 */
export type SubmitResult =
  | { outcome: 'accepted'; refs: string[] }
  | { outcome: 'refused'; error: string }
  | { outcome: 'busy'; error: string; pauseMs?: number }
  | { outcome: 'unknown'; error: string };

/** A delivery receipt of one part of a message. */
export type Receipt = {
  provider: string;
  ref: string;
  /** Whether the id may be written in another form than in the answer; see `idForms`. */
  anyForm?: boolean;
  status: 'delivered' | 'undelivered' | 'expired' | 'failed' | 'pending';
  /** Why, in the provider's words; null where all is well. */
  error: string | null;
  /**
   * The phone that it speaks of (`254XXXXXXXXX`), where the provider says so. It tells apart messages
   * of one id, and finds a message whose response, and with it its ref, never came.
   */
  to?: string;
};

/** A message from a phone. */
export type InboundMessage = {
  provider: string;
  /** The provider's id of it, where it gives one. */
  ref: string | null;
  /** As the provider writes it; normalised by whoever stores it. */
  from: string;
  to: string;
  text: string;
  /** Where there is no id: what else tells it from another one of the same text, such as the reference of its parts. */
  reference?: string;
};

/** Something that a provider said in a form that nobody here reads. */
export type UnknownForm = {
  provider: string;
  kind: 'receipt' | 'receipt_state' | 'data_coding';
  /** The form itself, without anything of a person's. */
  form: string;
};

/**
 * What a provider tells of its own accord. Each resolves once what was told is durable: only then
 * may the provider confirm it to the other side.
 */
export type ProviderEvents = {
  onReceipt: (receipt: Receipt) => Promise<void>;
  onInbound: (message: InboundMessage) => Promise<void>;
  onUnknownForm: (unknown: UnknownForm) => void;
};

export type ProviderHealth = {
  state: 'up' | 'degraded' | 'down';
  /** One short phrase for the operator, without secrets. */
  detail: string;
};

/** A way to phones. */
export type Provider = Component & {
  /** Short, unique, stored with each message: `simulator`, `smpp`, `africastalking`. */
  name: string;
  /**
   * Most messages of one submit, and how many submits it takes at once. Their product is what
   * the dispatcher has claimed at most, and so what a crash can leave in doubt.
   */
  batch: number;
  abreast: number;
  /** How long it is left alone at most after failures before it is tried again, in milliseconds. */
  longestRestMs: number;
  /**
   * Submits a batch and says of each message, in order, what became of it. Never rejects, and
   * resolves within the provider's own deadline. Where an answer comes after that, `tellLate` is told
   * what became of the message of that index, which was `unknown`.
   */
  submit: (
    messages: OutgoingMessage[],
    tellLate?: (index: number, result: SubmitResult) => void,
  ) => Promise<SubmitResult[]>;
  /** How many lasting connections it has begun so far: a new one is a reason to try it again at once. */
  connections?: () => number;
  health: () => ProviderHealth;
};
