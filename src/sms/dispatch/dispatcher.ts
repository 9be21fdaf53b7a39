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
import type { Route } from '../providers/sms-routes.ts';
import { createConnectorChoice, type Submission } from './choose-connector.ts';
import { createClaimer } from './claimer.ts';
import { createCommitter } from './commit/committer.ts';
import { createUnheardClaims } from './commit/unheard-claims.ts';
import type { Connector } from './connectors/connector.ts';
import { type ConnectorHealth, createConnectors, lookEveryMs } from './connectors/connectors.ts';
import { toLanes } from './lanes.ts';
import { type MessageUpdate, putBack } from './message-update.ts';
import type { DispatcherObserver } from './observe-dispatcher.ts';
import { createPollers } from './poll.ts';
import { createSendNow, type SentNow } from './send-now.ts';
import { createLateAnswers, createSubmit } from './submit.ts';
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
   * Runs work that stores such messages, each to be given to `sendNow` at once; if the commit is
   * not answered, they go back to the outbox.
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

/** The outcomes of messages that were submitted together; they hold places in the window of `connector`. */
type Outcomes = { updates: MessageUpdate[]; connector?: Connector };

type Tasks = {
  /** To be applied. */
  outcomes: Outcomes[];
  /** True if something may be due in the outbox: a single send causes no poll while its caller waits. */
  looks: boolean;
};

/** While it drains it claims nothing more, and stops once everything that it had claimed is applied. */
type State = 'stopped' | 'running' | 'draining';

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
  const choice = createConnectorChoice({ ...deps, connectors: connectors.byName });
  const submit = createSubmit({ ...deps, observeAnswer: observer?.answered });
  const lanes = toLanes(deps.routes);
  const poll = createPollers(deps, lanes, connectors.freeOf);
  const claimer = createClaimer(deps);
  const committer = createCommitter({ ...deps, claimer });
  const unheard = createUnheardClaims({ ...deps, claimer, committer });

  let state: State = 'stopped';
  /** Tasks of the next cycle. */
  let next: Tasks = { outcomes: [], looks: true };
  const signal = new WakeSignal();
  let running = Promise.resolve();

  const hasUnapplied = () =>
    next.outcomes.length > 0 || committer.isAnyClaimed() || unheard.mayBeAny();

  const isIdle = () => (state === 'stopped' || signal.isAsleep) && !hasUnapplied();

  const wake = (): void => {
    if (state !== 'running') return;
    next.looks = true;
    signal.wake();
  };

  const applyLater = (outcomes: Outcomes): void => {
    next.outcomes.push(outcomes);
    signal.wake();
  };

  const onLate = (update: MessageUpdate): void => {
    if (state === 'running') applyLater({ updates: [update] });
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
    const { submissions, placeless } = choice.toSubmissions(messages);
    for (const submission of submissions) void submitAndApply(submission);
    const later = clock() + connectors.shortestWaitMs();
    if (placeless.length > 0)
      applyLater({ updates: placeless.map((each) => putBack(each, later)) });
  };

  /**
   * Applies first: each message that was answered frees a place for one that it claims.
   * @returns true if it may have left messages for places that there are.
   */
  const cycle = async (): Promise<boolean> => {
    const { outcomes, looks } = next;
    next = { outcomes: [], looks: false };
    for (const { connector, updates } of outcomes) connector?.release(updates.length);
    try {
      const waiting = looks && state === 'running' ? await poll(clock()) : null;
      const updates = outcomes.flatMap((each) => each.updates);
      const { messages, mayHaveMore } = await unheard.whileClaiming(() =>
        committer.commit(updates, waiting),
      );
      submitAll(messages);
      const othersWait = waiting?.some((each) => each.othersWait) ?? false;
      const mayGoOn = othersWait || mayHaveMore;
      if (looks && (mayGoOn || waiting?.length !== lanes.length)) next.looks = true;
      return mayGoOn;
    } catch (error) {
      for (const { connector, updates } of outcomes) connector?.take(updates.length);
      next = { outcomes: [...outcomes, ...next.outcomes], looks: looks || next.looks };
      throw error;
    }
  };

  /** One cycle after the other, as soon as something is answered or due. */
  const run = async (): Promise<void> => {
    let waitMs = lookEveryMs;
    while (state !== 'stopped') {
      const wasWoken = await signal.sleep(waitMs);
      if (!wasWoken) next.looks = true;
      // Everything that arrives in this cycle of the event loop goes along.
      await setImmediate();
      if (unheard.mayBeAny()) {
        await unheard.takeBack();
        next.looks = true;
      }
      try {
        const mayGoOn = await cycle();
        if (mayGoOn && lanes.some(({ providers }) => connectors.freeOf(providers) > 0)) wake();
        waitMs = next.looks ? connectors.shortestWaitMs() : lookEveryMs;
      } catch (error) {
        log.error({ err: error }, 'a cycle of the dispatcher failed');
        waitMs = retryCommitMs;
      }
      if (unheard.mayBeAny()) waitMs = Math.min(waitMs, retryCommitMs);
      if (state === 'draining' && !hasUnapplied()) state = 'stopped';
    }
  };

  const sendNow = createSendNow({
    ...deps,
    committer,
    choice,
    submit,
    onLate,
    applyLater: (update) => applyLater({ updates: [update] }),
  });
  const upkeep = createUpkeep({ ...deps, claimer, wake });
  return {
    name: 'dispatcher',
    start: async () => {
      await upkeep.start();
      next.looks = true;
      state = 'running';
      signal.wake();
      running = run();
    },
    stop: async () => {
      if (state === 'running') state = 'draining';
      signal.wake();
      for (const { giveBackWaiting } of deps.providers) giveBackWaiting?.();
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
