import type { Logger } from 'pino';
import { fault } from '../../../kit/api/failures/faults.ts';
import type { Clock } from '../../../kit/time/clock.ts';
import { systemTimers, type Timers } from '../../../kit/time/timers.ts';
import { smpp } from '../../../settings/providers/smpp.ts';
import type { OutgoingMessage } from '../../message.ts';
import type { Provider, ProviderEvents, ProviderHealth, SubmitResult } from '../provider.ts';
import { followParts } from './combine-parts.ts';
import { createIntake } from './from-smsc/intake.ts';
import { createMessageIds } from './from-smsc/message-ids.ts';
import type { SmppOptions } from './options.ts';
import { Outlet } from './outlet.ts';
import { toSubmitFrames } from './pdu/submit-frames.ts';
import { ownSender, UnsendableError } from './source-address.ts';
import { Trunk } from './trunk.ts';
import { ValidityRule } from './validity.ts';

type SmppDeps = {
  clock: Clock;
  log: Logger;
  events: ProviderEvents;
  timers?: Timers;
  /** From 0 to 1, never 1; spreads reconnections. */
  random?: () => number;
};

/**
 * One message a submit, so that each answer is settled when it comes. In batches nothing would leave
 * between the first answer and the last, and a peer with Nagle's algorithm holds its answers back until
 * something does: 40 ms for each window.
 */
const batch = 1;
/** An SMSC that reports trouble of its own is asked again every second. */
const longestRestMs = 1000;
/** Stopping is given 10 seconds: for what is half out to go, for its answers, for unbinding. */
const queueGraceMs = 3000;
const answersGraceMs = 4000;

/** SMS through an SMSC, by SMPP 3.4 with sessions of our own making. */
export function createSmppProvider(options: SmppOptions, deps: SmppDeps): Provider {
  const { clock, events, timers = systemTimers, random = Math.random } = deps;
  const log = deps.log.child({ provider: smpp.name });
  const ids = createMessageIds(options.ids);
  const intake = createIntake({
    name: smpp.name,
    alphabet: options.alphabet,
    ids,
    events,
    timers,
    log,
  });
  const trunks: Trunk[] = Array.from({ length: options.sessions }, (_, session) => {
    const onChange = () => outlet.drain();
    const onDeliver = intake.take;
    const linkLog = log.child({ session });
    return new Trunk({ options, timers, random, log: linkLog, onDeliver, onChange });
  });
  const { throughput, queueMs } = options;
  const validity = new ValidityRule(options.validity, log);
  const links = trunks.map(({ sender }) => sender);
  const noCredit = new Set(options.noCreditStatuses);
  const throttled = new Set(options.throttledStatuses);
  const forms = {
    refOf: ids.ofAnswer,
    isNoCredit: (status: number) => noCredit.has(status),
    isThrottled: (status: number) => throttled.has(status),
  };
  const outlet = new Outlet({ timers, links, throughput, queueMs, forms, validity });
  const form = { ...options, sender: ownSender(options) };
  let reference = Math.floor(random() * 256);

  /** Queues the parts of one message; `settle` is called once all of them are settled. */
  const queue = (
    message: OutgoingMessage,
    patienceMs: number | undefined,
    settle: (outcome: SubmitResult) => void,
    settleLate: (outcome: SubmitResult) => void,
  ): void => {
    const frames = toSubmitFrames(message, reference, form, validity.form, clock());
    if (frames.length > 1) reference = (reference + 1) % 256;
    const partOf = followParts(frames.length, settle, settleLate);
    const now = timers.now();
    const shared = { parts: frames.length, out: 0, lost: false, waitUntil: 0 };
    const turn = {
      account: message.userId,
      isAwaited: patienceMs !== undefined,
      waitUntil: now + Math.min(queueMs, patienceMs ?? queueMs),
    };
    for (const [index, frame] of frames.entries()) {
      outlet.push({ frame, message: shared, ...turn, ...partOf(index) });
    }
  };

  const submit: Provider['submit'] = (messages, onLate, patienceMs) =>
    new Promise<SubmitResult[]>((resolve) => {
      const outcomes = new Array<SubmitResult>(messages.length);
      let open = messages.length;
      if (open === 0) resolve(outcomes);
      for (const [index, message] of messages.entries()) {
        const settle = (outcome: SubmitResult) => {
          outcomes[index] = outcome;
          open -= 1;
          if (open === 0) resolve(outcomes);
        };
        try {
          queue(message, patienceMs, settle, (outcome) => onLate?.(index, outcome));
        } catch (error) {
          if (!(error instanceof UnsendableError))
            log.error({ err: error }, 'a message of no form');
          settle({ outcome: 'refused', error: (error as Error).message });
        }
      }
      outlet.drain();
    });

  return {
    name: smpp.name,
    batch,
    longestRestMs,
    abreast: options.window * options.sessions,
    start: async () => {
      for (const trunk of trunks) trunk.start();
    },
    stop: async () => {
      await outlet.stop(queueGraceMs);
      await Promise.all(trunks.map((trunk) => trunk.stop(answersGraceMs)));
      await intake.stop();
    },
    submit,
    room: () => outlet.room,
    backlogMs: () => outlet.backlogMs,
    giveBackWaiting: () => outlet.giveBackWaiting(),
    connections: () => links.reduce((sum, { bindings }) => sum + bindings, 0),
    health: () => healthOf(trunks, outlet),
  };
}

function healthOf(trunks: Trunk[], outlet: Outlet): ProviderHealth {
  const all = trunks.flatMap(({ troubles }) => troubles);
  const troubles = all.filter((each) => each !== undefined);
  const counts = { bound: all.length - troubles.length, all: all.length };
  const [trouble] = troubles;
  if (trouble) {
    const detail = fault('sessionsTrouble', { ...counts, fault: trouble });
    const canSubmit = trunks.some(({ sender }) => sender.trouble === undefined);
    return { state: canSubmit ? 'degraded' : 'down', detail };
  }
  if (outlet.isSlowed) return { state: 'degraded', detail: fault('sessionsSlow', counts) };
  return { state: 'up', detail: fault('sessions', counts) };
}
