import type { Component } from '../../kit/async/components.ts';
import type { OutgoingMessage } from '../message.ts';

/**
 * The outcome of submitting one message:
 * - `accepted`: the provider has it; `refs` are its ids, one for each part;
 * - `refused`: the provider refused it, and will refuse it again; nothing was sent;
 * - `busy`: it is not taken now (throttled, queue full) or could not be reached, and nothing was sent;
 *   `pauseMs` asks the dispatcher to leave this provider alone for a while; `throttled` says that it had no
 *   turn in time, as the provider takes no more a second, which speaks neither against the provider nor
 *   against the message; `pauseMs` is then until the provider wants to be asked again; `forMoney` says that
 *   the operator's money there is used up;
 * - `unknown`: the request left and no answer came, so it may have been sent.
 */
export type SubmitResult =
  | { outcome: 'accepted'; refs: string[] }
  | { outcome: 'refused'; error: string }
  | { outcome: 'busy'; error: string; pauseMs?: number; throttled?: true; forMoney?: true }
  | { outcome: 'unknown'; error: string };

/** A delivery receipt of one part of a message. */
export type Receipt = {
  provider: string;
  ref: string;
  /** Set if the id may be written in another form than in the answer; see `idForms`. */
  anyForm?: boolean;
  status: 'delivered' | 'undelivered' | 'expired' | 'failed' | 'pending';
  /** The reason, in the provider's words; null where all is well. */
  error: string | null;
  /**
   * The phone of the message (`254XXXXXXXXX`), where the provider names it. It distinguishes messages of
   * one id, and finds a message whose response, and with it its ref, never came.
   */
  to?: string;
  /**
   * The other number of the receipt, where that is a phone, too: some providers swap the numbers of the
   * message and some do not, and its sender may be a phone.
   */
  otherPhone?: string;
};

export type InboundMessage = {
  provider: string;
  ref: string | null;
  /** As the provider writes it; normalised when it is stored. */
  from: string;
  to: string;
  text: string;
  /**
   * Where there is no id: what else distinguishes it from another one of the same text, such as the
   * reference of its parts.
   */
  reference?: string;
};

/** A receipt or text of a provider in an unknown form. */
export type UnknownForm = {
  provider: string;
  kind: 'receipt' | 'receipt_state' | 'data_coding';
  /** The form itself, without anything of a person's. */
  form: string;
};

/**
 * Events of a provider. Each call resolves once its event is durable: only then may the provider confirm
 * it to the other side.
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
  /** Longest rest after failures before it is tried again, in milliseconds. */
  longestRestMs: number;
  /**
   * Submits a batch and returns the outcome of each message, in order. Never rejects, and resolves within
   * the provider's own deadline. Where an answer comes after that, `onLate` is called with the index of
   * a message that was `unknown`, and its outcome.
   * @param patienceMs longest wait for a turn of messages whose senders wait for the outcome; these go
   * before all others.
   */
  submit: (
    messages: OutgoingMessage[],
    onLate?: (index: number, result: SubmitResult) => void,
    patienceMs?: number,
  ) => Promise<SubmitResult[]>;
  /** Messages whose senders do not wait that it is worth handing over; where it is throttled, few. */
  room?: () => number;
  /** Milliseconds until what waits for its turn has had it. */
  backlogMs?: () => number;
  /** Called when the dispatcher stops: messages that wait for their turn, and later ones, are answered as not taken. */
  giveBackWaiting?: () => void;
  /**
   * Number of lasting connections that it has begun so far: a new one is a reason to try it again at once.
   */
  connections?: () => number;
  health: () => ProviderHealth;
  /** The operator's money there, where it can be asked for. */
  money?: ProviderPurse | undefined;
};

/** A provider's balance, in its currency; or why it is not known. */
export type BalanceAnswer = { amount: number; currency: string } | { error: string };

type ProviderPurse = {
  /** Asks within the provider's own deadline. Never rejects. */
  ask: (signal: AbortSignal) => Promise<BalanceAnswer>;
  everyMs: number;
  /** Balance at which administrators are told, in the currency of the account. */
  lowBalance: number;
};
