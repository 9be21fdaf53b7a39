import type { Socket } from 'node:net';
import type { Logger } from 'pino';
import type { Timers } from '../../../kit/time/timers.ts';
import { Deliveries } from './from-smsc/deliveries.ts';
import { orAfter } from './or-after.ts';
import { encodePdu, setSequence } from './pdu/encode-pdu.ts';
import { BadLengthError } from './pdu/framer.ts';
import { type AnyPdu, Incoming, Outgoing } from './pdu/incoming.ts';
import { type Bind, type BindKind, type ShortMessage, wantsAnswer } from './pdu/pdu.ts';
import { statuses } from './pdu/statuses.ts';
import {
  type Answer,
  type AnswerCommand,
  type PeerAnswer,
  PendingRequests,
} from './pending-requests.ts';
import { SilenceWatch } from './silence-watch.ts';

export type SessionOptions = {
  timers: Timers;
  log: Logger;
  window: number;
  responseMs: number;
  enquireMs: number;
  /** Resolves once what the peer delivered is durable; only then is it confirmed. */
  onDeliver: (message: ShortMessage) => Promise<void>;
  /** Called once, after everything in flight is settled. */
  onClosed: (reason: string) => void;
};

const unbindMs = 1000;
/** Longest time of the peer to read our last words. */
const lingerMs = 1000;

/** One connection to an SMSC, from bind to unbind (SMPP 3.4, section 2.2), over a socket that is open. */
export class Session {
  readonly #socket: Socket;
  readonly #options: SessionOptions;
  readonly #outgoing: Outgoing;
  readonly #pending: PendingRequests;
  readonly #deliveries: Deliveries;
  readonly #silence: SilenceWatch;
  readonly #incoming = new Incoming({
    take: (pdu) => this.#take(pdu),
    refuse: (sequence, reason) => this.#refuse(sequence, reason),
  });
  #state: 'opening' | 'bound' | 'leaving' | 'closed' = 'opening';
  #submits = 0;
  #whenIdle = () => {};

  constructor(socket: Socket, options: SessionOptions) {
    this.#socket = socket;
    this.#options = options;
    this.#outgoing = new Outgoing(socket);
    this.#pending = new PendingRequests(options.timers, options.responseMs);
    this.#deliveries = new Deliveries(options.onDeliver, options.log);
    this.#silence = new SilenceWatch(options, () => this.#enquire());
    socket.on('data', (chunk: Buffer) => this.#receive(chunk));
    socket.on('error', (error) => this.drop(error.message));
    // After `end` the peer sends no more, so no answer can come.
    for (const event of ['end', 'close']) {
      socket.on(event, () => this.drop('the peer closed the connection'));
    }
  }

  /** Submits that the window still takes; none while the session is not bound. */
  get room(): number {
    return this.#state === 'bound' ? this.#options.window - this.#submits : 0;
  }

  /** @returns the peer's status, or why there is none. */
  bind(kind: BindKind, bind: Bind): Promise<Answer> {
    const frame = encodePdu({ command: `bind_${kind}`, status: 0, sequence: 0, ...bind });
    const expected = `bind_${kind}_resp` as const;
    return new Promise((resolve) => {
      this.#request(frame, expected, (answer) => {
        const isBound = answer.command === expected && answer.status === statuses.ok;
        if (isBound && this.#state === 'opening') {
          this.#state = 'bound';
          this.#silence.start();
        }
        resolve(answer);
      });
    });
  }

  /**
   * Sends an encoded `submit_sm`; `settle` is called exactly once, in any case, and `settleLate` where an
   * answer comes after it was settled without one.
   */
  submit(
    frame: Buffer,
    settle: (answer: Answer) => void,
    settleLate: (answer: PeerAnswer) => void,
  ): void {
    this.#submits += 1;
    const settleInTime = (answer: Answer) => {
      this.#submits -= 1;
      settle(answer);
      if (answer.command !== 'none' && answer.status === statuses.wrongBindState) {
        this.drop('the peer says that we are not bound');
      }
      this.#noticeIdle();
    };
    this.#request(frame, 'submit_sm_resp', settleInTime, settleLate);
  }

  /** Finishes what is in flight, within `graceMs`, unbinds and closes. */
  async leave(graceMs: number): Promise<void> {
    if (this.#state === 'closed') return;
    const wasBound = this.#state === 'bound';
    this.#state = 'leaving';
    this.#silence.stop();
    if (wasBound) {
      const { timers } = this.#options;
      await orAfter(timers, graceMs, (done) => {
        this.#whenIdle = done;
        this.#noticeIdle();
      });
      const frame = encodePdu({ command: 'unbind', status: 0, sequence: 0 });
      await orAfter(timers, unbindMs, (done) => this.#request(frame, 'unbind_resp', done));
    }
    this.drop('we are stopping');
  }

  /** Ends the connection at once; what is in flight stays without an answer. */
  drop(reason: string): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#silence.stop();
    this.#socket.end();
    const cancelDestroy = this.#options.timers.after(lingerMs, () => this.#socket.destroy());
    this.#socket.once('close', cancelDestroy);
    this.#pending.abandon(reason);
    this.#whenIdle();
    this.#options.onClosed(reason);
  }

  #request(
    frame: Buffer,
    expected: AnswerCommand,
    settle: (answer: Answer) => void,
    settleLate?: (answer: PeerAnswer) => void,
  ): void {
    if (this.#state === 'closed') {
      settle({ command: 'none', reason: 'the connection is closed' });
      return;
    }
    const sequence = this.#pending.add({ expected, settle, settleLate });
    setSequence(frame, sequence);
    this.#write(frame);
  }

  #write(frame: Buffer): void {
    if (!this.#outgoing.write(frame)) this.drop('the peer does not read');
  }

  #receive(chunk: Buffer): void {
    if (this.#state === 'closed') return;
    this.#silence.noteData();
    try {
      this.#incoming.push(chunk);
    } catch (error) {
      if (!(error instanceof BadLengthError)) {
        this.#options.log.error({ err: error }, 'a session failed over what it received');
        this.drop('of a fault of ours');
        return;
      }
      // The begin of the next PDU is unknown (SMPP 3.4, 4.3.1 for the answer).
      this.#nack(0, statuses.invalidCommandLength);
      this.drop(`the peer sent ${error.message}`);
    }
  }

  #refuse(sequence: number, reason: string): void {
    if (this.#state === 'closed') return;
    this.#options.log.warn({ sequence, reason }, 'malformed PDU');
    this.#nack(sequence, statuses.invalidCommandLength);
  }

  #take(pdu: AnyPdu): void {
    if (this.#state === 'closed') return;
    const { status, sequence } = pdu;
    switch (pdu.command) {
      case 'submit_sm_resp':
        this.#settle(sequence, pdu);
        return;
      case 'deliver_sm':
      case 'data_sm':
        void this.#deliver(`${pdu.command}_resp`, sequence, pdu);
        return;
      case 'enquire_link':
        this.#write(encodePdu({ command: 'enquire_link_resp', status: 0, sequence }));
        return;
      case 'unbind':
        this.#write(encodePdu({ command: 'unbind_resp', status: 0, sequence }));
        this.drop('the peer unbound');
        return;
      case 'bind_receiver_resp':
      case 'bind_transmitter_resp':
      case 'bind_transceiver_resp':
      case 'enquire_link_resp':
      case 'unbind_resp':
      case 'generic_nack':
        this.#settle(sequence, { command: pdu.command, status, messageId: '' });
        return;
      case 'deliver_sm_resp':
      case 'data_sm_resp':
        return;
      default:
        if (pdu.command !== 'foreign' || wantsAnswer(pdu.id)) {
          this.#nack(sequence, statuses.invalidCommandId);
        }
    }
  }

  #settle(sequence: number, answer: PeerAnswer): void {
    if (this.#pending.answer(sequence, answer)) return;
    const { command, status } = answer;
    this.#options.log.debug({ command, sequence, status }, 'an answer to nothing that was asked');
  }

  async #deliver(
    command: 'deliver_sm_resp' | 'data_sm_resp',
    sequence: number,
    message: ShortMessage,
  ): Promise<void> {
    const status =
      this.#state === 'opening' ? statuses.wrongBindState : await this.#deliveries.take(message);
    if (!this.#socket.writable) return;
    this.#write(encodePdu({ command, status, sequence, messageId: '' }));
    this.#noticeIdle();
  }

  #nack(sequence: number, status: number): void {
    this.#write(encodePdu({ command: 'generic_nack', status, sequence }));
  }

  #enquire(): void {
    const frame = encodePdu({ command: 'enquire_link', status: 0, sequence: 0 });
    this.#request(frame, 'enquire_link_resp', (answer) => {
      if (answer.command === 'none') this.drop('the peer does not answer enquire_link');
    });
  }

  #noticeIdle(): void {
    if (this.#submits === 0 && this.#deliveries.inHand === 0) this.#whenIdle();
  }
}
