import { setImmediate } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import { createBatcher } from '../../kit/async/batcher.ts';
import type { Component } from '../../kit/async/components.ts';
import { PassingMap } from '../../kit/async/passing-map.ts';
import { WakeSignal } from '../../kit/async/wake-signal.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { MessageStatus } from '../message-states.ts';
import type { Provider } from '../providers/provider.ts';
import { isRouted, type Route } from '../providers/routing.ts';
import { applyAndClaim } from './apply-and-claim.ts';
import { createClaimer } from './claimer.ts';
import type { Connector } from './connectors/connector.ts';
import { type ConnectorHealth, createConnectors, lookEveryMs } from './connectors/connectors.ts';
import { type ClaimedMessage, type MessageUpdate, messageKey, putBack } from './message-update.ts';
import type { DispatcherObserver } from './observe-dispatcher.ts';
import { createPoller, isAnyInvited, type Waiting } from './poll.ts';
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

/** What became of a message that was sent while its sender waited. */
export type SentNow = { status: MessageStatus; error: string | null };

export type Dispatcher = Component & {
  /** Says that something may be due. Cheap; to be called after every commit that queues messages. */
  wake: () => void;
  /** In whose name a message is claimed that is stored for `sendNow`. */
  claimer: () => number;
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
type Answered = { updates: MessageUpdate[]; connector?: Connector };

/** How long a commit that failed is left alone, in milliseconds. */
const retryCommitMs = 500;
/** Most commits of single sends that are under way at once. */
const abreast = 4;

/**
 * Empties the outbox: poll who waits, claim their messages, submit them, apply what the providers answer.
 * One durable transaction applies the answers that came since the last one and claims as many messages as
 * the providers now have places for. So what a kill can leave in doubt is never more than their windows.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, clock, clockWatch, log, observer } = deps;
  const connectors = createConnectors(deps.providers, {
    rates: deps.rates,
    timers: deps.timers,
    isRouted: (name) => isRouted(deps.routes, name),
  });
  const { toSubmissions, submit, submitNow } = createSubmitter({
    ...deps,
    connectors: connectors.byName,
    answered: observer?.answered,
  });
  const poll = createPoller(db);
  const claimed = new PassingMap<string, ClaimedMessage>();
  const claimer = createClaimer(deps);

  const signal = new WakeSignal();
  let answers: Answered[] = [];
  let isRunning = false;
  let isCycling = false;
  /** Whether something may wait in the outbox: a single send causes no poll while its caller waits. */
  let mayBeDue = true;
  let running = Promise.resolve();

  const isBusy = () => isCycling || signal.isWoken || answers.length > 0 || claimed.size > 0;

  const wake = (): void => {
    if (!isRunning) return;
    mayBeDue = true;
    signal.wake();
  };

  const addAnswers = (answered: Answered): void => {
    answers.push(answered);
    signal.wake();
  };

  const commit = async (updates: MessageUpdate[], waiting: Waiting | null = null, places = 0) => {
    if (updates.length === 0 && !isAnyInvited(waiting))
      return { changed: [], messages: [], mayHaveMore: false };
    const start = performance.now();
    const claims = { places, now: clock(), surely: clockWatch.cautious(), claimer: claimer.id() };
    const committed = await db.perform(applyAndClaim, { updates, waiting, ...claims });
    const count = updates.length + committed.messages.length;
    if (count > 0) observer?.committed(count, (performance.now() - start) / 1000);
    for (const { isLate, userId, id } of updates) {
      // What is answered late may have been claimed again meanwhile.
      if (!isLate) claimed.delete(messageKey(userId, id));
    }
    if (updates.length > 0) deps.onApplied(updates);
    return committed;
  };

  const onLate = (update: MessageUpdate): void => {
    if (isRunning) addAnswers({ updates: [update] });
  };

  const submitAndApply = async (submission: Submission): Promise<void> => {
    const late = createLateAnswers(onLate);
    const updates = await submit(submission, late.hold);
    addAnswers({ updates, connector: submission.connector });
    late.release();
  };

  const submitAll = (messages: ClaimedMessage[]): void => {
    for (const message of messages) claimed.set(messageKey(message.userId, message.id), message);
    const { submissions, placeless } = toSubmissions(messages);
    for (const submission of submissions) void submitAndApply(submission);
    const later = clock() + connectors.shortestWaitMs();
    if (placeless.length > 0)
      addAnswers({ updates: placeless.map((each) => putBack(each, later)) });
  };

  /** Applies first: each message that was answered frees a place for one that it claims. */
  const cycle = async (): Promise<void> => {
    const looks = isRunning && mayBeDue;
    if (looks) mayBeDue = false;
    const applied = answers;
    answers = [];
    for (const { connector, updates } of applied) connector?.release(updates.length);
    const places = looks ? connectors.free() : 0;
    try {
      const waiting = places > 0 ? await poll(places, clock()) : null;
      const updates = applied.flatMap((each) => each.updates);
      const { messages, mayHaveMore } = await commit(updates, waiting, places);
      submitAll(messages);
      if (looks && (places === 0 || waiting?.othersWait || mayHaveMore)) mayBeDue = true;
    } catch (error) {
      for (const { connector, updates } of applied) connector?.take(updates.length);
      answers = [...applied, ...answers];
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
      try {
        await cycle();
        if (isRunning && mayBeDue && connectors.free() > 0) signal.wake();
        waitMs = mayBeDue ? connectors.shortestWaitMs() : lookEveryMs;
      } catch (error) {
        log.error({ err: error }, 'a cycle of the dispatcher failed');
        waitMs = retryCommitMs;
      }
      isCycling = false;
    }
  };

  /** Single sends skip the cycle, since a caller waits for each. */
  const applyNow = createBatcher(
    async (updates: MessageUpdate[]): Promise<SentNow[]> => {
      const { changed } = await commit(updates);
      const statuses = new Map(
        changed.map(({ user_id, id, status }) => [messageKey(user_id, id), status]),
      );
      return updates.map(({ userId, id, error }) => {
        const status = statuses.get(messageKey(userId, id)) as MessageStatus | undefined;
        return status ? { status, error } : { status: 'unknown', error: null };
      });
    },
    { abreast },
  );

  const sendNow = async (message: ClaimedMessage): Promise<SentNow> => {
    claimed.set(messageKey(message.userId, message.id), message);
    const late = createLateAnswers(onLate);
    const update = await submitNow(message, late.hold);
    try {
      return await applyNow.add(update);
    } catch (error) {
      log.error({ err: error }, 'what became of a message could not be stored yet');
      addAnswers({ updates: [update] });
      throw error;
    } finally {
      late.release();
    }
  };

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
    claimer: claimer.id,
    sendNow,
    health: connectors.health,
    tidy: upkeep.tidy,
    idle: async () => {
      do await setImmediate();
      while (isBusy());
    },
  };
}
