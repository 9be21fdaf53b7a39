import { PassingMap } from '../../../kit/async/passing-map.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import type { BindKind } from './pdu/pdu.ts';

/** A peer's answer to a request of ours; the id is empty where the answer has none. */
export type PeerAnswer = {
  command: AnswerCommand;
  status: number;
  messageId: string;
  /** The peer's own words about the status. */
  words?: string;
};

export type AnswerCommand =
  | `bind_${BindKind}_resp`
  | 'submit_sm_resp'
  | 'enquire_link_resp'
  | 'unbind_resp'
  | 'generic_nack';

export type Answer = PeerAnswer | { command: 'none'; reason: string };

type Pending = {
  expected: AnswerCommand;
  sentAt: number;
  settle: (answer: Answer) => void;
  /** Called with the answer that comes after it was settled without one. */
  settleLate?: ((answer: PeerAnswer) => void) | undefined;
};

const lastSequence = 0x7fff_ffff;
/** Most late requests that are remembered for their answers, the newest ones. */
const mostLate = 10_000;

/**
 * The requests that left and have no answer yet. All have the same time, so the oldest is the first to be
 * late and one timer serves them all. Those that were late are remembered while the connection stands, as
 * their answers still show their outcome.
 */
export class PendingRequests {
  readonly #timers: Timers;
  readonly #deadlineMs: number;
  readonly #bySequence = new PassingMap<number, Pending>();
  readonly #late = new PassingMap<number, Pending>();
  #sequence = 0;
  #timerRuns = false;
  #cancelTimer = () => {};

  constructor(timers: Timers, deadlineMs: number) {
    this.#timers = timers;
    this.#deadlineMs = deadlineMs;
  }

  get size(): number {
    return this.#bySequence.size;
  }

  /** @returns the sequence number that the request is to carry. */
  add(request: Omit<Pending, 'sentAt'>): number {
    do this.#sequence = this.#sequence === lastSequence ? 1 : this.#sequence + 1;
    while (this.#bySequence.has(this.#sequence) || this.#late.has(this.#sequence));
    this.#bySequence.set(this.#sequence, { ...request, sentAt: this.#timers.now() });
    if (!this.#timerRuns) this.#wait(this.#deadlineMs);
    return this.#sequence;
  }

  /** A nack without our number (SMPP 3.4, 4.3.1: NULL) is about the bind, where that is all that is under way. */
  #nackBind(answer: PeerAnswer): boolean {
    const [sequence, pending] = this.#bySequence.first() ?? [];
    if (answer.command !== 'generic_nack' || sequence === undefined || this.size > 1) return false;
    return pending?.expected.startsWith('bind_') === true && this.answer(sequence, answer);
  }

  /**
   * Settles what the peer answered.
   * @returns false where nothing was asked under that number, or something else.
   */
  answer(sequence: number, answer: PeerAnswer): boolean {
    const late = this.#late.get(sequence);
    const pending = late ?? this.#bySequence.get(sequence);
    if (!pending) return this.#nackBind(answer);
    if (pending.expected !== answer.command && answer.command !== 'generic_nack') return false;
    this.#bySequence.delete(sequence);
    this.#late.delete(sequence);
    if (late) late.settleLate?.(answer);
    else pending.settle(answer);
    return true;
  }

  /** Settles everything, as no answer will come any more. */
  abandon(reason: string): void {
    this.#cancelTimer();
    const abandoned = this.#bySequence.values();
    this.#bySequence.clear();
    this.#late.clear();
    for (const { settle } of abandoned) settle({ command: 'none', reason });
  }

  #wait(ms: number): void {
    this.#timerRuns = true;
    this.#cancelTimer = this.#timers.after(ms, () => this.#settleLate());
  }

  #settleLate(): void {
    this.#timerRuns = false;
    const now = this.#timers.now();
    const reason = `no answer within ${this.#deadlineMs} ms`;
    for (let oldest = this.#bySequence.first(); oldest; oldest = this.#bySequence.first()) {
      const [sequence, pending] = oldest;
      const left = pending.sentAt + this.#deadlineMs - now;
      // Less than a millisecond is what timers are early by.
      if (left >= 1) {
        this.#wait(left);
        return;
      }
      this.#bySequence.delete(sequence);
      this.#rememberLate(sequence, pending);
      pending.settle({ command: 'none', reason });
    }
  }

  #rememberLate(sequence: number, pending: Pending): void {
    if (!pending.settleLate) return;
    this.#late.set(sequence, pending);
    const oldest = this.#late.first();
    if (oldest && this.#late.size > mostLate) this.#late.delete(oldest[0]);
  }
}
