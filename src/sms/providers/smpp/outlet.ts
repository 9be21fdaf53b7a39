import type { Timers } from '../../../kit/time/timers.ts';
import type { SubmitResult } from '../provider.ts';
import { createRateLimit, type RateLimit } from '../rate-limit.ts';
import type { Link } from './link.ts';
import { describeStatus, verdictOn } from './pdu/statuses.ts';
import type { Answer, PeerAnswer } from './pending-requests.ts';
import { ThrottlePause } from './throttle-pause.ts';
import type { ValidityRule } from './validity.ts';
import { WaitingLine } from './waiting-line.ts';

/** One `submit_sm` on its way: a short message, or a part of a long one. */
export type Part = {
  /** Encoded; its number is given when it leaves. */
  frame: Buffer;
  /** Shared by the parts of one message. */
  message: {
    /** Parts that left and were not sent back. */
    out: number;
    /** Set if the message is lost, so its other parts need not go. */
    lost: boolean;
  };
  /** End of its wait for room. */
  waitUntil: number;
  settle: (outcome: SubmitResult) => void;
  /** Called with its outcome where it was settled as unknown before. */
  settleLate: (outcome: SubmitResult) => void;
};

type OutletOptions = {
  timers: Timers;
  links: Link[];
  throughput: number;
  /** Brings the id of an answer to its stored form. */
  refOf: (id: string) => string;
  validity: ValidityRule;
};

/** Brings parts to the sessions that have room, no faster than is allowed, in order. */
export class Outlet {
  readonly #options: OutletOptions;
  readonly #limit: RateLimit | undefined;
  readonly #pause: ThrottlePause;
  /** Parts; those that the SMSC put off, and whose message is half out, go first. */
  readonly #line = new WaitingLine<Part>();
  #turn = 0;
  #state: 'open' | 'closing' | 'closed' = 'open';
  #whenEmpty = () => {};
  #wakesAt = Number.POSITIVE_INFINITY;
  #cancelWake = () => {};
  #drainIsNear = false;

  constructor(options: OutletOptions) {
    this.#options = options;
    const { throughput, timers } = options;
    this.#pause = new ThrottlePause(timers);
    if (throughput > 0) this.#limit = createRateLimit(throughput, timers);
  }

  /** Rest of the pause that the SMSC asked for, in milliseconds. */
  get pauseMs(): number {
    return this.#pause.leftMs;
  }

  push(part: Part): void {
    this.#line.add(part);
  }

  /** Sends what can be sent, gives back what cannot wait, and sees to being woken for the rest. */
  drain(): void {
    if (this.#state !== 'open') this.#giveBackWhileStopping();
    if (!this.#line.first) this.#whenEmpty();
    else if (!this.#options.links.some((link) => link.isHopeful)) this.#giveBackWithoutLink();
    else if (this.pauseMs > 0) this.#giveBackWhilePaused();
    else this.#sendAll();
    this.#giveBackLate();
  }

  /**
   * Gives back what has not left, also what is pushed from now on. The rest of a message that is
   * half out is given `graceMs` to follow.
   */
  async stop(graceMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancelGrace = this.#options.timers.after(graceMs, resolve);
    this.#whenEmpty = resolve;
    this.#state = 'closing';
    this.drain();
    await promise;
    this.#state = 'closed';
    this.drain();
    cancelGrace();
    this.#cancelWake();
  }

  #sendAll(): void {
    let part = this.#line.first;
    while (part) {
      if (part.message.lost) {
        this.#line.removeFirst();
        part.settle({ outcome: 'busy', error: 'not sent, as another part was refused' });
      } else if (!this.#send(part)) {
        return;
      }
      part = this.#line.first;
    }
  }

  /** @returns false where nothing can be sent now. */
  #send(part: Part): boolean {
    const session = this.#nextSession();
    if (!session) return false;
    if (this.#limit && this.#mustWait(this.#limit)) return false;
    this.#line.removeFirst();
    part.message.out += 1;
    session.submit(
      part.frame,
      (answer) => this.#onAnswer(part, answer),
      (answer) => part.settleLate(this.#outcomeOf(answer)),
    );
    return true;
  }

  #nextSession() {
    const { links } = this.#options;
    for (let tried = 0; tried < links.length; tried += 1) {
      const session = links[this.#turn % links.length]?.roomy;
      this.#turn = (this.#turn + 1) % links.length;
      if (session) return session;
    }
    return undefined;
  }

  #mustWait(limit: RateLimit): boolean {
    const waitMs = limit.take();
    if (waitMs > 0) this.#wakeAt(this.#options.timers.now() + waitMs);
    return waitMs > 0;
  }

  #onAnswer(part: Part, answer: Answer): void {
    if (answer.command === 'none') part.settle({ outcome: 'unknown', error: answer.reason });
    else this.#settleAnswered(part, answer);
    this.#drainSoon();
  }

  #settleAnswered(part: Part, answer: PeerAnswer): void {
    const without = this.#options.validity.onAnswer(part.frame, answer.status);
    if (without) {
      part.message.out -= 1;
      this.#line.putBack({ ...part, frame: without });
      return;
    }
    const outcome = this.#outcomeOf(answer);
    if (outcome.outcome === 'accepted') this.#pause.noteAccepted();
    if (outcome.outcome === 'refused') part.message.lost = true;
    if (outcome.outcome === 'busy') part.message.out -= 1;
    if (outcome.outcome !== 'busy' || verdictOn(answer.status) !== 'slow') {
      part.settle(outcome);
      return;
    }
    this.#pause.begin();
    if (part.message.out > 0) this.#line.putBack(part);
    else part.settle({ ...outcome, pauseMs: this.pauseMs });
  }

  #outcomeOf({ command, status, messageId }: PeerAnswer): SubmitResult {
    const isNack = command === 'generic_nack';
    const error = `${isNack ? 'generic_nack, ' : ''}${describeStatus(status)}`;
    switch (verdictOn(status)) {
      case 'slow':
      case 'later':
        return { outcome: 'busy', error };
      case 'never':
        return { outcome: 'refused', error };
      case 'ok': {
        if (isNack) return { outcome: 'refused', error };
        const ref = this.#options.refOf(messageId);
        return { outcome: 'accepted', refs: ref === '' ? [] : [ref] };
      }
    }
  }

  #giveBackWhileStopping(): void {
    const isClosed = this.#state === 'closed';
    this.#giveBack(({ message }) => isClosed || message.out === 0, 'we are stopping');
  }

  #giveBackWithoutLink(): void {
    const { links } = this.#options;
    const pauseMs = Math.ceil(Math.min(...links.map((link) => link.retryInMs)));
    const trouble = links[0]?.trouble ?? 'no session';
    this.#giveBack(() => true, `the SMSC cannot be reached: ${trouble}`, pauseMs);
  }

  /** Messages of which something is out already wait for the end of the pause. */
  #giveBackWhilePaused(): void {
    this.#wakeAt(this.#pause.until);
    const wasNotSent = ({ message }: Part) => message.out === 0;
    this.#giveBack(wasNotSent, 'the SMSC asked us to slow down', this.pauseMs);
  }

  #giveBackLate(): void {
    const now = this.#options.timers.now();
    const first = this.#line.first;
    if (first && first.waitUntil <= now) {
      this.#giveBack(({ waitUntil }) => waitUntil <= now, 'no room at the SMSC in time');
    }
    const next = this.#line.first;
    if (next) this.#wakeAt(next.waitUntil);
  }

  #giveBack(which: (part: Part) => boolean, error: string, pauseMs?: number): void {
    for (const part of this.#line.remove(which)) {
      part.settle({ outcome: 'busy', error, ...(pauseMs !== undefined && { pauseMs }) });
    }
  }

  /** Answers come many at a time; what they make room for is sent once. */
  #drainSoon(): void {
    if (this.#drainIsNear) return;
    this.#drainIsNear = true;
    process.nextTick(() => {
      this.#drainIsNear = false;
      this.drain();
    });
  }

  /** One timer for all reasons to wait; one that comes too early does no harm. */
  #wakeAt(at: number): void {
    if (at >= this.#wakesAt) return;
    this.#cancelWake();
    this.#wakesAt = at;
    const ms = Math.max(1, at - this.#options.timers.now());
    this.#cancelWake = this.#options.timers.after(ms, () => {
      this.#wakesAt = Number.POSITIVE_INFINITY;
      this.drain();
    });
  }
}
