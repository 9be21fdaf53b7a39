import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Logger } from 'pino';
import type { Timers } from '../../../kit/time/timers.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { createPace, type Pace } from '../turns/pace.ts';
import { describeBindFailure, isPassing, isWrongCredentials } from './bind-refusals.ts';
import type { SmppOptions } from './options.ts';
import type { BindKind, ShortMessage } from './pdu/pdu.ts';
import { statuses } from './pdu/statuses.ts';
import type { Answer } from './pending-requests.ts';
import { Session } from './session.ts';

export type LinkDeps = {
  options: SmppOptions;
  timers: Timers;
  /** From 0 to 1, never 1. */
  random: () => number;
  log: Logger;
  /** What it binds for the next time. */
  kind: () => BindKind;
  onDeliver: (message: ShortMessage) => Promise<void>;
  /** Called when the link is bound, or is no more. */
  onChange: () => void;
  /**
   * Called when the SMSC does not bind it.
   * @returns true where it is to be asked again at once; it is not where no answer came.
   */
  onRefused: (answer: Answer) => boolean;
};

/** An SMSC that is away is looked for all the time, so that it is found as soon as it is back. */
const retryMs = 1000;
/** One that refuses us is asked more and more seldom. */
const longestRetryMs = minuteMs;
/** Keeps one session with the SMSC: connects, binds, and does so again after a while when it ends. */
export class Link {
  readonly #deps: LinkDeps;
  /** The rate that it takes, over all its sessions, one after the other. */
  readonly pace: Pace;
  #state: 'idle' | 'connecting' | 'bound' | 'waiting' | 'stopped' = 'idle';
  #session: Session | undefined;
  /** What it has asked for. */
  #kind: BindKind | undefined;
  #refusals = 0;
  #bindings = 0;
  #retryAt = 0;
  #trouble = 'not started';
  #loggedTrouble = '';
  #startsAtOnce = false;
  #cancelTimer = () => {};

  constructor(deps: LinkDeps) {
    this.#deps = deps;
    this.pace = createPace(deps.timers);
  }

  /** The reason why it is not bound; undefined while it is. */
  get trouble(): string | undefined {
    return this.#state === 'bound' ? undefined : this.#trouble;
  }

  /** True if it may be bound within the time that connecting may take. */
  get isHopeful(): boolean {
    return this.#state === 'bound' || this.#state === 'connecting';
  }

  get bindings(): number {
    return this.#bindings;
  }

  /** Milliseconds until it tries again. */
  get retryInMs(): number {
    return Math.max(0, this.#retryAt - this.#deps.timers.now());
  }

  /** The session where it takes another submit. */
  get roomy(): Session | undefined {
    const session = this.#session;
    return session && session.room > 0 ? session : undefined;
  }

  start(): void {
    const { options, timers } = this.#deps;
    this.#state = 'connecting';
    this.#startsAtOnce = false;
    this.#trouble = 'connecting';
    const socket = openSocket(options);
    const session = this.#openSession(socket);
    this.#session = session;
    this.#cancelTimer = timers.after(options.connectMs, () =>
      session.drop(`not bound within ${options.connectMs} ms`),
    );
    socket.once(options.tls ? 'secureConnect' : 'connect', () => void this.#bind(session));
  }

  /** Ends the session as `stop` does, and binds anew at once. */
  async rebind(graceMs: number): Promise<void> {
    this.#startsAtOnce = this.#session !== undefined;
    await this.#session?.leave(graceMs);
  }

  /** Finishes what is in flight, within `graceMs`, and unbinds. */
  async stop(graceMs: number): Promise<void> {
    this.#cancelTimer();
    this.#state = 'stopped';
    this.#trouble = 'stopped';
    await this.#session?.leave(graceMs);
  }

  #openSession(socket: Socket): Session {
    const { options, timers, log, onDeliver } = this.#deps;
    const session: Session = new Session(socket, {
      timers,
      log,
      window: options.window,
      responseMs: options.responseMs,
      enquireMs: options.enquireMs,
      onDeliver,
      onClosed: (reason) => this.#noteEnd(session, reason),
    });
    return session;
  }

  async #bind(session: Session): Promise<void> {
    const { systemId, password, systemType } = this.#deps.options;
    const kind = this.#deps.kind();
    this.#kind = kind;
    const answer = await session.bind(kind, {
      systemId,
      password,
      systemType,
      interfaceVersion: 0x34,
      addressTon: 0,
      addressNpi: 0,
      addressRange: '',
    });
    if (!isBound(answer, kind)) {
      this.#noteRefusal(answer);
      session.drop(describeBindFailure(answer));
      return;
    }
    if (this.#state !== 'connecting' || this.#session !== session) return;
    this.#cancelTimer();
    this.#state = 'bound';
    this.#bindings += 1;
    this.#refusals = 0;
    this.#loggedTrouble = '';
    this.#deps.log.info({ as: kind }, 'bound to the SMSC');
    this.#deps.onChange();
  }

  #noteEnd(session: Session, reason: string): void {
    if (session !== this.#session) return;
    const { timers, log, onChange } = this.#deps;
    this.#session = undefined;
    if (this.#state === 'stopped') return;
    this.#cancelTimer();
    if (this.#startsAtOnce) {
      this.start();
      return;
    }
    const waitMs = this.#nextWait();
    // A long outage is logged once, not each second.
    const level = reason === this.#loggedTrouble ? 'debug' : 'warn';
    this.#loggedTrouble = reason;
    this.#state = 'waiting';
    this.#trouble = reason;
    this.#retryAt = timers.now() + waitMs;
    this.#cancelTimer = timers.after(waitMs, () => this.start());
    log[level]({ as: this.#kind, reason, retryInMs: Math.round(waitMs) }, 'not bound to the SMSC');
    onChange();
  }

  #noteRefusal(answer: Answer): void {
    if (this.#state === 'stopped') return;
    const isAgain = this.#deps.onRefused(answer);
    if (answer.command === 'none') return;
    if (isAgain) this.#startsAtOnce = true;
    else if (isWrongCredentials(answer)) this.#refusals = 99;
    else if (!isPassing(answer)) this.#refusals += 1;
  }

  /** Twice as long after each refusal, up to a minute; spread, so that many clients do not come back as one. */
  #nextWait(): number {
    const full = Math.min(longestRetryMs, retryMs * 2 ** this.#refusals);
    return full * (0.5 + this.#deps.random() / 2);
  }
}

function isBound(answer: Answer, kind: BindKind): boolean {
  const isAnswer = answer.command !== 'none' && answer.command === `bind_${kind}_resp`;
  return isAnswer && answer.status === statuses.ok;
}

function openSocket({ host, port, tls, ca }: SmppOptions): Socket {
  const socket = tls
    ? connectTls({
        host,
        port,
        ...(!isIP(host) && { servername: host }),
        ...(ca !== undefined && { ca }),
      })
    : connectTcp({ host, port });
  socket.setNoDelay(true);
  socket.setKeepAlive(true);
  return socket;
}
