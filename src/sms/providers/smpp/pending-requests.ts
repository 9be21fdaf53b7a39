import { PassingMap } from '../../../kit/passing-map.ts';
import type { Timers } from '../../../kit/timers.ts';

/** What a peer said to a request of ours; the id is empty where the answer has none. */
export type PeerAnswer = { command: AnswerCommand; status: number; messageId: string };

export type AnswerCommand =
  | 'bind_transceiver_resp'
  | 'submit_sm_resp'
  | 'enquire_link_resp'
  | 'unbind_resp'
  | 'generic_nack';

/** What became of a request: the peer's answer, or why there will be none. */
export type Answer = PeerAnswer | { command: 'none'; reason: string };

type Pending = { expected: AnswerCommand; sentAt: number; settle: (answer: Answer) => void };

/**
 * The requests that left and have no answer yet. All have the same time, so the oldest is the first
 * to be late and one timer serves them all.
 */
export class PendingRequests {
  readonly #timers: Timers;
  readonly #deadlineMs: number;
  readonly #bySequence = new PassingMap<number, Pending>();
  #timerRuns = false;
  #cancelTimer = () => {};

  constructor(timers: Timers, deadlineMs: number) {
    this.#timers = timers;
    this.#deadlineMs = deadlineMs;
  }

  get size(): number {
    return this.#bySequence.size;
  }

  has(sequence: number): boolean {
    return this.#bySequence.has(sequence);
  }

  add(sequence: number, expected: AnswerCommand, settle: (answer: Answer) => void): void {
    this.#bySequence.set(sequence, { expected, sentAt: this.#timers.now(), settle });
    if (!this.#timerRuns) this.#wait(this.#deadlineMs);
  }

  /**
   * Settles what the peer answered.
   * @returns false where nothing was asked under that number, or something else.
   */
  answer(sequence: number, answer: PeerAnswer): boolean {
    const pending = this.#bySequence.get(sequence);
    if (!pending) return false;
    if (pending.expected !== answer.command && answer.command !== 'generic_nack') return false;
    this.#bySequence.delete(sequence);
    pending.settle(answer);
    return true;
  }

  /** Settles everything, as no answer will come any more. */
  abandon(reason: string): void {
    this.#cancelTimer();
    const abandoned = this.#bySequence.values();
    this.#bySequence.clear();
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
      const [sequence, { sentAt, settle }] = oldest;
      const left = sentAt + this.#deadlineMs - now;
      // Less than a millisecond is what timers are early by.
      if (left >= 1) {
        this.#wait(left);
        return;
      }
      this.#bySequence.delete(sequence);
      settle({ command: 'none', reason });
    }
  }
}
