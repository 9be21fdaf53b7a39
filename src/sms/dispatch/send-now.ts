import type { Logger } from 'pino';
import { fault } from '../../kit/api/failures/faults.ts';
import { createBatcher } from '../../kit/async/batcher.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { secondMs } from '../../kit/time/units.ts';
import type { StoredMessage } from '../message.ts';
import type { MessageStatus } from '../message-states.ts';
import type { ConnectorChoice } from './choose-connector.ts';
import type { Committer } from './commit/committer.ts';
import type { Connector } from './connectors/connector.ts';
import { type MessageUpdate, messageKey, refuseUntaken } from './message-update.ts';
import { type Answered, createLateAnswers, type OnLate, type Submit } from './submit.ts';

/** The outcome of a message that was sent while its sender waited. */
export type SentNow = {
  status: MessageStatus;
  error: string | null;
  /** Milliseconds after which a new try makes sense, where none of its providers took it. */
  retryAfterMs?: number;
};

type SendNowDeps = OfferDeps & {
  committer: Committer;
  onLate: OnLate;
  /** Takes an update that could not be stored, to be applied later. */
  applyLater: (update: MessageUpdate) => void;
  log: Logger;
};

type OfferDeps = {
  choice: ConnectorChoice;
  submit: Submit;
  timers: Pick<Timers, 'now'>;
};

/** Most commits of single sends that are under way at once. */
const abreast = 4;

/** Longest wait of a single send for its turn, over all providers of its route. */
const longestWaitMs = 10 * secondMs;
/** Longest wait at a provider as long as there is another one to ask. */
const momentMs = secondMs;
/** Least time after which a new try makes sense: what took nothing for so long will hardly do so at once. */
const leastRetryAfterMs = 5 * secondMs;

/** Single sends skip the cycle of the dispatcher, since a caller waits for each. */
export function createSendNow(deps: SendNowDeps) {
  const { committer, onLate, applyLater, log } = deps;
  const offer = createOffer(deps);
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

/** What became of an offer; `retryAfterMs` where no provider took it and a new try makes sense then. */
type Offered = { update: MessageUpdate; retryAfterMs?: number };

/**
 * Offers one message to the providers of its route, one after the other, as long as they take nothing. At
 * one that takes no more just now it waits for its turn: a moment as long as there is another one to ask,
 * and then as long as its sender has patience. It is refused where none took it.
 */
function createOffer({ timers, choice, submit }: OfferDeps) {
  return async (message: StoredMessage, onLate: OnLate): Promise<Offered> => {
    const until = timers.now() + longestWaitMs;
    const leftMs = () => until - timers.now();
    const asked = new Set<Connector>();
    const throttled = new Set<Connector>();
    let reason: string = fault('noProvider');

    const next = (can: (connector: Connector) => boolean) =>
      choice.choiceFor(message, (each) => can(each) && each.isAvailable());

    /** @returns the outcome, unless the provider took nothing. */
    const ask = async (connector: Connector, patienceMs: number): Promise<Answered | undefined> => {
      const hasTurn = await connector.waitForRate(message.userId, patienceMs);
      const restMs = Math.min(patienceMs, leftMs());
      const [answered] = hasTurn
        ? await submit({ connector, messages: [message] }, onLate, restMs)
        : [];
      if (answered && answered.update.event !== 'postpone') return answered;
      if (answered?.result.outcome === 'busy' && !answered.result.throttled) return undefined;
      throttled.add(connector);
      const error = answered?.result.outcome === 'busy' ? answered.result.error : undefined;
      reason = error ?? fault('throttled', { fault: 'SMS_RATES' });
      return undefined;
    };

    const isUnasked = (each: Connector) => !asked.has(each);
    for (let each = next(isUnasked); each; each = next(isUnasked)) {
      asked.add(each);
      const answered = await ask(each, next(isUnasked) ? Math.min(momentMs, leftMs()) : leftMs());
      if (answered) return { update: answered.update };
    }
    const again = new Set(throttled);
    while (leftMs() > 0) {
      const connector = next((each) => again.has(each));
      if (!connector) break;
      again.delete(connector);
      const answered = await ask(connector, leftMs());
      if (answered) return { update: answered.update };
    }
    const mayTake = throttled.size > 0 ? [...throttled] : choice.allFor(message);
    const retryAfterMs = Math.max(
      leastRetryAfterMs,
      Math.min(...mayTake.map((each) => each.retryAfterMs())),
    );
    return { update: refuseUntaken(message, reason), retryAfterMs };
  };
}
