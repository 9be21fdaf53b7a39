import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { WakeSignal } from '../../kit/async/loop.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { StoredMessage } from '../message.ts';
import type { PromotionRules } from '../promotions.ts';
import type { Provider, SubmitResult } from '../providers/provider.ts';
import type { Route } from '../providers/routing.ts';
import { createClaimer } from './claimer.ts';
import { createCommitter } from './commit/committer.ts';
import { createUnheardClaims } from './commit/unheard-claims.ts';
import type { Connector } from './connectors/connector.ts';
import { type ConnectorHealth, createConnectors, lookEveryMs } from './connectors/connectors.ts';
import { isClaiming, nextPhase, type Phase, type PhaseEvent } from './dispatcher-phase.ts';
import { toLanes } from './lanes.ts';
import { type MessageUpdate, putBack } from './message-update.ts';
import type { DispatcherObserver } from './observe-dispatcher.ts';
import { createPollers } from './poll.ts';
import type { Submission } from './submission.ts';
import { createLateAnswers, createSendNow, createSubmitter, type SentNow } from './submit.ts';
import { createUpkeep } from './upkeep/upkeep.ts';

export type DispatcherDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious' | 'sinceJump' | 'onJump'>;
  log: Logger;
  timers: Timers;
  /** From 0 to 1, 1 excluded. */
  random: () => number;
  providers: readonly Provider[];
  routes: readonly Route[];
  /** Most messages a second, by the provider's name; none where it is not named. */
  rates: ReadonlyMap<string, number>;
  /** Most repeats of a message of which nobody knows whether it was sent. */
  unknownRepeats: number;
  /** When promotional messages may go. */
  promotions: Pick<PromotionRules, 'hours'>;
  /** Lease of the messages that a process claims, in milliseconds. */
  leaseMs: number;
  /** Called once updates are durable: receipts may wait for their ids, webhooks for their events. */
  onApplied: (updates: MessageUpdate[]) => void;
  observer?: DispatcherObserver;
  /** Notes what a provider said of messages, for the want of money that it may tell. */
  noteMoney?: (provider: string, results: readonly SubmitResult[]) => void;
};

export type Dispatcher = Component & {
  /** Notes that something may be due. Cheap; to be called after every commit that queues messages. */
  wake: () => void;
  /** The claimer of a message that is stored for `sendNow`. */
  claimerId: () => number;
  /**
   * Runs work that stores such messages, each to be given to `sendNow` at once; those of a commit that is
   * not answered are sent later.
   */
  whileClaiming: <T>(store: () => Promise<T>) => Promise<T>;
  /**
   * Submits a message that is stored as claimed so, and resolves once its outcome is durable: `sent`;
   * `failed`, its credit given back; or `unknown`.
   */
  sendNow: (message: StoredMessage) => Promise<SentNow>;
  health: () => ConnectorHealth[];
  /** One round of what looks after lost and overdue messages. */
  tidy: () => Promise<void>;
  /** Resolves when nothing is claimed and nothing more is due that could be sent. */
  idle: () => Promise<void>;
};

/** The outcomes of messages that were submitted together; `connector` has their places. */
type Outcomes = { updates: MessageUpdate[]; connector?: Connector };

type Tasks = {
  /** To be applied. */
  outcomes: Outcomes[];
  /** True if something may be due in the outbox: a single send causes no poll while its caller waits. */
  looks: boolean;
};

/** Time after which a commit that failed is tried again. */
const retryCommitMs = 500;

/**
 * Empties the outbox: polls for accounts that wait, claims their messages, submits them, applies the
 * answers of the providers. One durable transaction applies the answers since the last one and claims as
 * many messages as the providers now have places for. So a kill never leaves more in doubt than their
 * windows.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { clock, log, observer } = deps;
  const connectors = createConnectors(deps.providers, {
    rates: deps.rates,
    timers: deps.timers,
  });
  const { toSubmissions, submit, offer } = createSubmitter({
    ...deps,
    connectors: connectors.byName,
    answered: observer?.answered,
  });
  const lanes = toLanes(deps.routes);
  const poll = createPollers(deps, lanes, connectors.freeOf);
  const claimer = createClaimer(deps);
  const committer = createCommitter({ ...deps, claimer });

  const unheard = createUnheardClaims({ ...deps, claimer, committer });

  let phase: Phase = 'stopped';
  /** Tasks of the next cycle. */
  let next: Tasks = { outcomes: [], looks: true };
  /** True if the last cycle may have left messages for places that there are: the next follows at once. */
  let mayGoOn = false;
  /** Ends the sleep of a dispatcher that rests or drains. */
  const signal = new WakeSignal();
  let running = Promise.resolve();

  const enter = (event: PhaseEvent): void => {
    phase = nextPhase(phase, event);
  };

  const rouse = (event: 'start' | 'wake' | 'stop'): void => {
    enter(event);
    signal.wake();
  };

  const hasUnapplied = () =>
    next.outcomes.length > 0 || committer.isAnyClaimed() || unheard.mayBeAny();

  const isIdle = () => (phase === 'resting' || phase === 'stopped') && !hasUnapplied();

  const wake = (): void => {
    if (!isClaiming(phase)) return;
    next.looks = true;
    rouse('wake');
  };

  const applyLater = (outcomes: Outcomes): void => {
    next.outcomes.push(outcomes);
    rouse('wake');
  };

  const onLate = (update: MessageUpdate): void => {
    if (isClaiming(phase)) applyLater({ updates: [update] });
  };

  const submitAndApply = async (submission: Submission): Promise<void> => {
    const late = createLateAnswers(onLate);
    const answered = await submit(submission, late.hold);
    const updates = answered.map(({ update }) => update);
    applyLater({ updates, connector: submission.connector });
    late.release();
  };

  const submitAll = (messages: StoredMessage[]): void => {
    for (const message of messages) committer.noteClaimed(message);
    const { submissions, placeless } = toSubmissions(messages);
    for (const submission of submissions) void submitAndApply(submission);
    const later = clock() + connectors.shortestWaitMs();
    if (placeless.length > 0)
      applyLater({ updates: placeless.map((each) => putBack(each, later)) });
  };

  /** Applies first: each message that was answered frees a place for one that it claims. */
  const cycle = async (): Promise<void> => {
    const { outcomes, looks } = next;
    next = { outcomes: [], looks: false };
    for (const { connector, updates } of outcomes) connector?.release(updates.length);
    try {
      const waiting = looks && isClaiming(phase) ? await poll(clock()) : null;
      const updates = outcomes.flatMap((each) => each.updates);
      const { messages, mayHaveMore } = await unheard.whileClaiming(() =>
        committer.commit(updates, waiting),
      );
      submitAll(messages);
      const othersWait = waiting?.some((each) => each.othersWait) ?? false;
      mayGoOn = othersWait || mayHaveMore;
      if (looks && (mayGoOn || waiting?.length !== lanes.length)) next.looks = true;
    } catch (error) {
      for (const { connector, updates } of outcomes) connector?.take(updates.length);
      next = { outcomes: [...outcomes, ...next.outcomes], looks: looks || next.looks };
      throw error;
    }
  };

  /** One cycle after the other, as soon as something is answered or due. */
  const run = async (): Promise<void> => {
    let waitMs = lookEveryMs;
    while (phase !== 'stopped') {
      const wasWoken = await signal.sleep(waitMs);
      enter('begin');
      if (!wasWoken) next.looks = true;
      // Everything that arrives in this cycle of the event loop goes along.
      await setImmediate();
      if (unheard.mayBeAny()) {
        await unheard.takeBack();
        next.looks = true;
      }
      try {
        await cycle();
        if (mayGoOn && lanes.some(({ providers }) => connectors.freeOf(providers) > 0)) wake();
        waitMs = next.looks ? connectors.shortestWaitMs() : lookEveryMs;
      } catch (error) {
        log.error({ err: error }, 'a cycle of the dispatcher failed');
        waitMs = retryCommitMs;
      }
      if (unheard.mayBeAny()) waitMs = Math.min(waitMs, retryCommitMs);
      enter('end');
      if (!hasUnapplied()) enter('drained');
    }
  };

  const sendNow = createSendNow({
    committer,
    offer,
    onLate,
    applyLater: (update) => applyLater({ updates: [update] }),
    log,
  });
  const upkeep = createUpkeep({ ...deps, claimer, wake });
  return {
    name: 'dispatcher',
    start: async () => {
      await upkeep.start();
      next.looks = true;
      rouse('start');
      running = run();
    },
    stop: async () => {
      rouse('stop');
      for (const { leave } of deps.providers) leave?.();
      await running;
      await upkeep.stop();
    },
    stopWithin: 30_000,
    wake,
    claimerId: claimer.id,
    whileClaiming: unheard.whileClaiming,
    sendNow,
    health: connectors.health,
    tidy: upkeep.tidy,
    idle: async () => {
      do await setImmediate();
      while (!isIdle());
    },
  };
}
