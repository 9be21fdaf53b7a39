import type { Logger } from 'pino';
import { fault } from '../../kit/api/failures/faults.ts';
import { createBatcher } from '../../kit/async/batcher.ts';
import { chunksOf } from '../../kit/chunks.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { StoredMessage } from '../message.ts';
import type { MessageStatus } from '../message-states.ts';
import type { Provider, SubmitResult } from '../providers/provider.ts';
import { choose, findRoute, type Route, routeInOrder } from '../providers/routing.ts';
import { simulatorName } from '../providers/simulator/simulator.ts';
import { toOutgoing } from '../text/to-outgoing.ts';
import type { Committer } from './commit/committer.ts';
import type { Connector } from './connectors/connector.ts';
import { lateUpdateOf, type MessageUpdate, messageKey, updateOf } from './message-update.ts';
import { createOffer, type Offer } from './offer.ts';
import type { Answered, OnLate, Submission } from './submission.ts';

type SubmitDeps = {
  clock: Clock;
  timers: Pick<Timers, 'now'>;
  log: Logger;
  /** Most repeats of a message of which nobody knows whether it was sent. */
  unknownRepeats: number;
  /** From 0 to 1, 1 excluded. */
  random: () => number;
  connectors: ReadonlyMap<string, Connector>;
  routes: readonly Route[];
  answered?: ((provider: string, event: string) => void) | undefined;
  noteMoney?: ((provider: string, results: readonly SubmitResult[]) => void) | undefined;
};

/** Most messages of one submit: the "20" of document 2's summary line, as `docs/api/sms.md` reads it. */
const largestSubmission = 20;

const toSimulator = routeInOrder([simulatorName]);
const noAnswer: SubmitResult = { outcome: 'unknown', error: fault('providerSilent') };

/** Submits messages to the providers of their routes, and returns the updates that follow. */
export function createSubmitter(deps: SubmitDeps) {
  const { clock, timers, log, unknownRepeats, random, connectors, routes, answered } = deps;

  /** A message that trial credits paid for reaches no phone, wherever the routes lead. */
  const routeOf = ({ simulated, phone, class: messageClass }: StoredMessage): Route =>
    findRoute(simulated ? toSimulator : routes, phone, messageClass);

  const chooseConnector = (message: StoredMessage, can: (connector: Connector) => boolean) => {
    const isAble = (name: string) => {
      const connector = connectors.get(name);
      return connector !== undefined && can(connector);
    };
    const name = choose(routeOf(message), isAble, random());
    return name === undefined ? undefined : connectors.get(name);
  };

  /** Sorts messages to the providers that take them now, and takes their places there. */
  const toSubmissions = (
    messages: StoredMessage[],
  ): { submissions: Submission[]; placeless: StoredMessage[] } => {
    const chosen = messages.map((message) => {
      const connector = chooseConnector(message, (each) => each.free() > 0);
      connector?.take(1);
      connector?.leave();
      return { connector, message };
    });
    const byConnector = Map.groupBy(chosen, ({ connector }) => connector);
    const submissions: Submission[] = [];
    const placeless: StoredMessage[] = [];
    for (const [connector, theirs] of byConnector) {
      const all = theirs.map(({ message }) => message);
      if (connector) submissions.push(...inSubmissions(connector, all));
      else placeless.push(...all);
    }
    return { submissions, placeless };
  };

  const submit = async (
    { connector, messages }: Submission,
    onLate: OnLate,
    patienceMs?: number,
  ): Promise<Answered[]> => {
    const { provider } = connector;
    const circumstances = () => ({
      provider: provider.name,
      isWell: connector.isWell(),
      now: clock(),
      random,
      unknownRepeats,
    });
    const onLateResult = (index: number, result: SubmitResult): void => {
      const message = messages[index];
      if (!message || result.outcome === 'unknown') return;
      if (result.outcome !== 'busy') connector.noteLife();
      const update = lateUpdateOf(message, result, circumstances());
      answered?.(provider.name, update.event);
      onLate(update);
    };
    const ticket = connector.begin();
    const results = await submitTo({ provider, log }, { messages, patienceMs }, onLateResult);
    connector.note(results, ticket);
    deps.noteMoney?.(provider.name, results);
    const after = circumstances();
    return messages.map((message, index) => {
      const result = results[index] ?? noAnswer;
      const update = updateOf(message, result, after);
      answered?.(provider.name, update.event);
      return { update, result };
    });
  };

  const offer = createOffer({ timers, chooseConnector, submit });

  return { toSubmissions, submit, offer };
}

/**
 * Holds late answers back until the answers in time are on their way to storage, to be applied after them.
 */
export function createLateAnswers(onLate: OnLate): { hold: OnLate; release: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { hold: (update) => void promise.then(() => onLate(update)), release: resolve };
}

function inSubmissions(connector: Connector, messages: StoredMessage[]): Submission[] {
  const size = Math.min(largestSubmission, connector.provider.batch);
  return [...chunksOf(messages, size)].map((chunk) => ({ connector, messages: chunk }));
}

/** Submits to a provider, which must not reject; one that does may have sent, so the outcome is unknown. */
async function submitTo(
  { provider, log }: { provider: Provider; log: Logger },
  { messages, patienceMs }: { messages: StoredMessage[]; patienceMs: number | undefined },
  onLate: (index: number, result: SubmitResult) => void,
): Promise<SubmitResult[]> {
  try {
    return await provider.submit(messages.map(toOutgoing), onLate, patienceMs);
  } catch (error) {
    const about = { provider: provider.name, messages: messages.length, ...describeThrown(error) };
    log.error(about, 'a provider threw, so nobody knows what became of its messages');
    return messages.map(() => noAnswer);
  }
}

/** Returns an error's name and place. Its message is left out: numbers, texts and keys may be in it. */
function describeThrown(error: unknown): { error: string; at: string[] } {
  if (!(error instanceof Error)) return { error: typeof error, at: [] };
  const calls = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  return { error: error.name, at: calls.map((line) => line.trim()) };
}

/** The outcome of a message that was sent while its sender waited. */
export type SentNow = {
  status: MessageStatus;
  error: string | null;
  /** Milliseconds after which a new try makes sense, where none of its providers took it. */
  retryAfterMs?: number;
};

type SendNowDeps = {
  committer: Committer;
  offer: Offer;
  onLate: (update: MessageUpdate) => void;
  /** Takes an update that could not be stored, to be applied later. */
  applyLater: (update: MessageUpdate) => void;
  log: Logger;
};

/** Most commits of single sends that are under way at once. */
const abreast = 4;

/** Single sends skip the cycle of the dispatcher, since a caller waits for each. */
export function createSendNow(deps: SendNowDeps) {
  const { committer, offer, onLate, applyLater, log } = deps;
  const applyNow = createBatcher(
    async (updates: MessageUpdate[]): Promise<SentNow[]> => {
      const { changed } = await committer.commit(updates);
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

  return async (message: StoredMessage): Promise<SentNow> => {
    committer.noteClaimed(message);
    const late = createLateAnswers(onLate);
    const { update, retryAfterMs } = await offer(message, late.hold);
    try {
      const sent = await applyNow.add(update);
      return retryAfterMs === undefined ? sent : { ...sent, retryAfterMs };
    } catch (error) {
      log.error({ err: error }, 'what became of a message could not be stored yet');
      applyLater(update);
      throw error;
    } finally {
      late.release();
    }
  };
}
