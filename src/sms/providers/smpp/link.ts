import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Logger } from 'pino';
import type { Timers } from '../../../kit/time/timers.ts';
import { minuteMs } from '../../../kit/time/units.ts';
import { createPace, type Pace } from '../turns/pace.ts';
import type { SmppOptions } from './options.ts';
import type { ShortMessage } from './pdu/pdu.ts';
import { describeStatus, statuses } from './pdu/statuses.ts';
import type { Answer } from './pending-requests.ts';
import { Session } from './session.ts';

type LinkDeps = {
  options: SmppOptions;
  timers: Timers;
  /** From 0 to 1, never 1. */
  random: () => number;
  log: Logger;
  onDeliver: (message: ShortMessage) => Promise<void>;
  /** Called when the link is bound, or is no more. */
  onChange: () => void;
};

/** An SMSC that is away is looked for all the time, so that it is found as soon as it is back. */
const retryMs = 1000;
/** One that refuses us is asked more and more seldom. */
const longestRetryMs = minuteMs;
/** With these an early retry only gets the account locked. */
const wrongCredentials = new Set<number>([statuses.wrongPassword, statuses.wrongSystemId]);
/** Refusals that pass by themselves: it is starting, or has not noticed the end of our old session. */
const passing = new Set<number>([
  statuses.systemError,
  statuses.alreadyBound,
  statuses.throttled,
  statuses.temporaryError,
]);

/** Keeps one session with the SMSC: connects, binds, and does so again after a while when it ends. */
export class Link {
  readonly #deps: LinkDeps;
  /** The rate that it takes, over all its sessions, one after the other. */
  readonly pace: Pace;
  #state: 'idle' | 'connecting' | 'bound' | 'waiting' | 'stopped' = 'idle';
  #session: Session | undefined;
  #refusals = 0;
  #bindings = 0;
  #retryAt = 0;
  #trouble = 'not started';
  #loggedTrouble = '';
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
    this.#trouble = 'connecting';
    const socket = openSocket(options);
    const session = this.#openSession(socket);
    this.#session = session;
    this.#cancelTimer = timers.after(options.connectMs, () =>
      session.drop(`not bound within ${options.connectMs} ms`),
    );
    socket.once(options.tls ? 'secureConnect' : 'connect', () => void this.#bind(session));
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
    return new Session(socket, {
      timers,
      log,
      window: options.window,
      responseMs: options.responseMs,
      enquireMs: options.enquireMs,
      onDeliver,
      onClosed: (reason) => this.#noteEnd(reason),
    });
  }

  async #bind(session: Session): Promise<void> {
    const { systemId, password, systemType } = this.#deps.options;
    const answer = await session.bind({
      systemId,
      password,
      systemType,
      interfaceVersion: 0x34,
      addressTon: 0,
      addressNpi: 0,
      addressRange: '',
    });
    if (answer.command !== 'bind_transceiver_resp' || answer.status !== statuses.ok) {
      this.#countRefusal(answer);
      session.drop(describeBindFailure(answer));
      return;
    }
    if (this.#state !== 'connecting' || this.#session !== session) return;
    this.#cancelTimer();
    this.#state = 'bound';
    this.#bindings += 1;
    this.#refusals = 0;
    this.#loggedTrouble = '';
    this.#deps.log.info('bound to the SMSC');
    this.#deps.onChange();
  }

  #noteEnd(reason: string): void {
    const { timers, log, onChange } = this.#deps;
    this.#session = undefined;
    if (this.#state === 'stopped') return;
    this.#cancelTimer();
    const waitMs = this.#nextWait();
    // A long outage is logged once, not each second.
    const level = reason === this.#loggedTrouble ? 'debug' : 'warn';
    this.#loggedTrouble = reason;
    this.#state = 'waiting';
    this.#trouble = reason;
    this.#retryAt = timers.now() + waitMs;
    this.#cancelTimer = timers.after(waitMs, () => this.start());
    log[level]({ reason, retryInMs: Math.round(waitMs) }, 'not bound to the SMSC');
    onChange();
  }

  #countRefusal(answer: Answer): void {
    if (answer.command === 'none' || passing.has(answer.status)) return;
    this.#refusals = wrongCredentials.has(answer.status) ? 99 : this.#refusals + 1;
  }

  /** Twice as long after each refusal, up to a minute; spread, so that many clients do not come back as one. */
  #nextWait(): number {
    const full = Math.min(longestRetryMs, retryMs * 2 ** this.#refusals);
    return full * (0.5 + this.#deps.random() / 2);
  }
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

function describeBindFailure(answer: Answer): string {
  if (answer.command === 'none') return answer.reason;
  return `bind refused: ${describeStatus(answer.status)}`;
}
