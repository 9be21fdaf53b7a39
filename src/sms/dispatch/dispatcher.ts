import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { Component } from '../../kit/async/components.ts';
import { WakeSignal } from '../../kit/async/loop.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { Provider } from '../providers/provider.ts';
import { isRouted, type Route } from '../providers/routing.ts';
import { createClaimer } from './claimer.ts';
import { createCommitter } from './commit/committer.ts';
import { createUnheardClaims } from './commit/unheard-claims.ts';
import type { Connector } from './connectors/connector.ts';
import { type ConnectorHealth, createConnectors, lookEveryMs } from './connectors/connectors.ts';
import { type ClaimedMessage, type MessageUpdate, putBack } from './message-update.ts';
import type { DispatcherObserver } from './observe-dispatcher.ts';
import { createPoller } from './poll.ts';
import { createSendNow, type SentNow } from './send-now.ts';
import { createLateAnswers, createSubmitter, type Submission } from './submit.ts';
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
  /** How often a message is sent again of which nobody knows whether it was sent. */
  unknownRepeats: number;
  /** How long a dead process's messages are left alone, in milliseconds. */
  leaseMs: number;
  /** Called once updates are durable: receipts may wait for their ids, webhooks for their events. */
  onApplied: (updates: MessageUpdate[]) => void;
  observer?: DispatcherObserver;
};

export type Dispatcher = Component & {
  /** Says that something may be due. Cheap; to be called after every commit that queues messages. */
  wake: () => void;
  /** In whose name a message is claimed that is stored for `sendNow`. */
  claimerId: () => number;
  /** Runs what stores such messages, each to be given to `sendNow` at once; what nobody hears of is sent later. */
  storeClaimed: <T>(store: () => Promise<T>) => Promise<T>;
  /**
   * Submits a message that is stored as claimed so, and resolves once what became of it is durable:
   * `sent`; `failed`, its credit given back; or `unknown`.
   */
  sendNow: (message: ClaimedMessage) => Promise<SentNow>;
  health: () => ConnectorHealth[];
  /** One round of what looks after lost and overdue messages. */
  tidy: () => Promise<void>;
  /** Resolves when nothing is claimed and nothing more is due that could be sent. */
  idle: () => Promise<void>;
};

/** What became of messages that were submitted together; `connector` has their places. */
type Outcomes = { updates: MessageUpdate[]; connector?: Connector };

/** How long a commit that failed is left alone, in milliseconds. */
const retryCommitMs = 500;

/**
 * Empties the outbox: poll who waits, claim their messages, submit them, apply what the providers answer.
 * One durable transaction applies the answers that came since the last one and claims as many messages as
 * the providers now have places for. So what a kill can leave in doubt is never more than their windows.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, clock, log, observer } = deps;
  const connectors = createConnectors(deps.providers, {
    rates: deps.rates,
    timers: deps.timers,
    isRouted: (name) => isRouted(deps.routes, name),
  });
  const { toSubmissions, submit, offer } = createSubmitter({
    ...deps,
    connectors: connectors.byName,
    answered: observer?.answered,
  });
  const poll = createPoller(db);
  const claimer = createClaimer(deps);
  const committer = createCommitter({ ...deps, claimer });

  const signal = new WakeSignal();
  /** For the next cycle to apply. */
  let unapplied: Outcomes[] = [];
  let isRunning = false;
  let isCycling = false;
  /** Whether something may wait in the outbox: a single send causes no poll while its caller waits. */
  let mayBeDue = true;
  let running = Promise.resolve();

  const unheard = createUnheardClaims({ ...deps, claimer, committer });

  const isBusy = () =>
    isCycling ||
    signal.isWoken ||
    unapplied.length > 0 ||
    committer.isAnyClaimed() ||
    unheard.mayBeAny();

  const wake = (): void => {
    if (!isRunning) return;
    mayBeDue = true;
    signal.wake();
  };

  const applyLater = (outcomes: Outcomes): void => {
    unapplied.push(outcomes);
    signal.wake();
  };

  const onLate = (update: MessageUpdate): void => {
    if (isRunning) applyLater({ updates: [update] });
  };

  const submitAndApply = async (submission: Submission): Promise<void> => {
    const late = createLateAnswers(onLate);
    const updates = await submit(submission, late.hold);
    applyLater({ updates, connector: submission.connector });
    late.release();
  };

  const submitAll = (messages: ClaimedMessage[]): void => {
    for (const message of messages) committer.noteClaimed(message);
    const { submissions, placeless } = toSubmissions(messages);
    for (const submission of submissions) void submitAndApply(submission);
    const later = clock() + connectors.shortestWaitMs();
    if (placeless.length > 0)
      applyLater({ updates: placeless.map((each) => putBack(each, later)) });
  };

  /** Applies first: each message that was answered frees a place for one that it claims. */
  const cycle = async (): Promise<void> => {
    const looks = isRunning && mayBeDue;
    if (looks) mayBeDue = false;
    const batches = unapplied;
    unapplied = [];
    for (const { connector, updates } of batches) connector?.release(updates.length);
    const places = looks ? connectors.free() : 0;
    try {
      const waiting = places > 0 ? await poll(places, clock()) : null;
      const updates = batches.flatMap((each) => each.updates);
      const { messages, mayHaveMore } = await unheard.claim(() =>
        committer.commit(updates, { waiting, places }),
      );
      submitAll(messages);
      if (looks && (places === 0 || waiting?.othersWait || mayHaveMore)) mayBeDue = true;
    } catch (error) {
      for (const { connector, updates } of batches) connector?.take(updates.length);
      unapplied = [...batches, ...unapplied];
      if (looks) mayBeDue = true;
      throw error;
    }
  };

  /** One cycle after the other, as soon as something is answered or due. */
  const run = async (): Promise<void> => {
    let waitMs = lookEveryMs;
    while (isRunning || isBusy()) {
      const wasWoken = await signal.sleep(waitMs);
      isCycling = true;
      if (!wasWoken) mayBeDue = true;
      // What arrives in this turn of the event loop goes along.
      await setImmediate();
      if (unheard.mayBeAny()) {
        await unheard.takeBack();
        mayBeDue = true;
      }
      try {
        await cycle();
        if (isRunning && mayBeDue && connectors.free() > 0) signal.wake();
        waitMs = mayBeDue ? connectors.shortestWaitMs() : lookEveryMs;
      } catch (error) {
        log.error({ err: error }, 'a cycle of the dispatcher failed');
        waitMs = retryCommitMs;
      }
      if (unheard.mayBeAny()) waitMs = Math.min(waitMs, retryCommitMs);
      isCycling = false;
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
      isRunning = true;
      wake();
      running = run();
    },
    stop: async () => {
      isRunning = false;
      signal.wake();
      await running;
      await upkeep.stop();
    },
    stopWithin: 30_000,
    wake,
    claimerId: claimer.id,
    storeClaimed: unheard.claim,
    sendNow,
    health: connectors.health,
    tidy: upkeep.tidy,
    idle: async () => {
      do await setImmediate();
      while (isBusy());
    },
  };
}
