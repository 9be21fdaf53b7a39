import { fault } from '../../../kit/api/failures/faults.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import type { SubmitResult } from '../provider.ts';
import { createRateLimit, type RateLimit } from '../rate-limit.ts';
import type { Pace } from '../turns/pace.ts';
import { TurnLine } from '../turns/turn-line.ts';
import { Waker } from '../turns/waker.ts';
import type { Link } from './link.ts';
import { type AnswerForms, isTooFast, outcomeOf } from './outcome-of.ts';
import { lateAt, type Part } from './part.ts';
import { describeStatus } from './pdu/statuses.ts';
import type { Answer, PeerAnswer } from './pending-requests.ts';
import type { ValidityRule } from './validity.ts';
import { Ways } from './ways.ts';

type OutletOptions = {
  timers: Timers;
  links: Link[];
  throughput: number;
  /** Longest wait for a turn, in milliseconds. */
  queueMs: number;
  forms: AnswerForms;
  validity: ValidityRule;
};

/** Time after which a part is sent again that has trouble of its own, in milliseconds. */
const againMs = 1000;

/**
 * Brings parts to the sessions that have room, no faster than is allowed and than each link takes. What a
 * link throttles has certainly not been sent: it stays in the line, before its like.
 */
export class Outlet {
  readonly #options: OutletOptions;
  readonly #limit: RateLimit | undefined;
  readonly #ways: Ways;
  /** Those that the SMSC put off, and whose message is half out, go first. */
  readonly #line = new TurnLine<Part>(lateAt);
  #lastThrottle = '';
  #state: 'open' | 'closing' | 'closed' = 'open';
  #whenEmpty = () => {};
  readonly #waker: Waker;
  #drainIsNear = false;

  constructor(options: OutletOptions) {
    this.#options = options;
    this.#ways = new Ways(options.links);
    this.#waker = new Waker(options.timers, () => this.drain());
    const { throughput, timers } = options;
    if (throughput > 0) this.#limit = createRateLimit(throughput, timers);
  }

  /** True if a link said within the last seconds that it is asked too much. */
  get isSlowed(): boolean {
    return this.#ways.isSlowed;
  }

  /** Parts whose callers do not wait that are still worth queueing: a second of what may leave. */
  get room(): number {
    return Math.max(0, Math.ceil(this.#perSecond) - this.#line.patient);
  }

  /** Milliseconds until all that waits has left, as far as the links are known. */
  get backlogMs(): number {
    return (1000 * this.#line.size) / this.#perSecond;
  }

  get #perSecond(): number {
    return Math.min(this.#ways.perSecond, this.#options.throughput || Number.POSITIVE_INFINITY);
  }

  push(part: Part): void {
    this.#line.add(part);
  }

  /** Sends what can be sent, gives back what cannot wait, and sees to being woken for the rest. */
  drain(): void {
    if (this.#state !== 'open') this.#giveBackWhileStopping();
    if (!this.#line.first) this.#whenEmpty();
    else if (!this.#options.links.some((link) => link.isHopeful)) this.#giveBackWithoutLink();
    else this.#sendAll();
    this.#giveBackLate();
  }

  /** Gives back what has not left, also what is pushed from now on; what is half out goes on. */
  giveBackWaiting(): void {
    this.#state = 'closing';
    this.drain();
  }

  /** As `giveBackWaiting`; the rest of a message that is half out is given `graceMs` to follow. */
  async stop(graceMs: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancelGrace = this.#options.timers.after(graceMs, resolve);
    this.#whenEmpty = resolve;
    this.giveBackWaiting();
    await promise;
    this.#state = 'closed';
    this.drain();
    cancelGrace();
    this.#waker.cancel();
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
    const way = this.#ways.next();
    if (!way) return false;
    if ('waitMs' in way) {
      this.#waker.wakeAt(this.#options.timers.now() + way.waitMs);
      return false;
    }
    if (this.#mustWait()) return false;
    this.#line.removeFirst();
    part.message.out += 1;
    if (part.message.out === 1) this.#onFirstOut(part);
    const { pace } = way.link;
    const ticket = pace.leave();
    way.session.submit(
      part.frame,
      (answer) => this.#onAnswer(part, pace, ticket, answer),
      (answer) => part.settleLate(outcomeOf(answer, this.#options.forms)),
    );
    return true;
  }

  /** The rest follows at once, and its wait begins anew: half a message is none, and is paid for. */
  #onFirstOut({ message }: Part): void {
    const { timers, queueMs } = this.#options;
    message.waitUntil = timers.now() + queueMs;
    if (message.parts > 1) this.#line.hasten((each) => each.message === message);
  }

  #mustWait(): boolean {
    const waitMs = this.#limit?.take() ?? 0;
    if (waitMs > 0) this.#waker.wakeAt(this.#options.timers.now() + waitMs);
    return waitMs > 0;
  }

  #onAnswer(part: Part, pace: Pace, ticket: number, answer: Answer): void {
    if (answer.command === 'none') part.settle({ outcome: 'unknown', error: answer.reason });
    else if (isTooFast(answer, this.#options.forms)) {
      this.#onThrottled(part, pace, ticket, answer);
    } else this.#settleAnswered(part, pace, answer);
    this.#drainSoon();
  }

  #onThrottled(part: Part, pace: Pace, ticket: number, { status }: PeerAnswer): void {
    const { message, throttled } = part;
    // Its phone's queue may be full: the link took others since it was throttled there.
    const isAlone = throttled?.pace === pace && pace.taken() > throttled.taken;
    part.throttled = { pace, taken: pace.taken() };
    message.out -= 1;
    const error = describeStatus(status);
    if (isAlone) {
      if (part.isAwaited || message.out > 0) this.#pushLater(part);
      else part.settle({ outcome: 'busy', error });
      return;
    }
    pace.noteThrottled(ticket);
    this.#lastThrottle = error;
    this.#line.putBack(part, message.out > 0);
  }

  #pushLater(part: Part): void {
    const { timers } = this.#options;
    timers.after(Math.max(0, Math.min(againMs, lateAt(part) - timers.now())), () => {
      this.push(part);
      this.drain();
    });
  }

  #settleAnswered(part: Part, pace: Pace, answer: PeerAnswer): void {
    const without = this.#options.validity.onAnswer(part.frame, answer.status);
    if (without) {
      pace.noteTaken();
      part.message.out -= 1;
      this.#line.putBack({ ...part, frame: without }, true);
      return;
    }
    const outcome = outcomeOf(answer, this.#options.forms);
    if (outcome.outcome === 'busy') part.message.out -= 1;
    else pace.noteTaken();
    if (outcome.outcome === 'refused') part.message.lost = true;
    part.settle(outcome);
  }

  #giveBackWhileStopping(): void {
    const isNotHalfOut = ({ message }: Part) => this.#state === 'closed' || message.out === 0;
    this.#giveBack(isNotHalfOut, 'we are stopping');
  }

  #giveBackWithoutLink(): void {
    const { links } = this.#options;
    const pauseMs = Math.ceil(Math.min(...links.map((link) => link.retryInMs)));
    const trouble = links[0]?.trouble ?? 'no session';
    this.#giveBack(() => true, `the SMSC cannot be reached: ${trouble}`, pauseMs);
  }

  #giveBackLate(): void {
    const late = this.#line.removeLate(this.#options.timers.now());
    for (const part of late) part.settle(this.#tooLate());
    if (this.#line.size > 0) this.#waker.wakeAt(this.#line.firstLateAt);
  }

  #tooLate(): SubmitResult {
    if (!this.isSlowed) return { outcome: 'busy', error: 'no room at the SMSC in time' };
    const error = fault('throttled', { fault: this.#lastThrottle });
    return { outcome: 'busy', error, throttled: true };
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
}
