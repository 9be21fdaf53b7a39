import { fault } from '../../kit/api/failures/faults.ts';
import type { Timers } from '../../kit/time/timers.ts';
import { secondMs } from '../../kit/time/units.ts';
import type { StoredMessage } from '../message.ts';
import type { Connector } from './connectors/connector.ts';
import { type MessageUpdate, refuseUntaken } from './message-update.ts';
import type { Answered, OnLate, Submission } from './submission.ts';

/** Longest wait of a single send for its turn, over all providers of its route. */
const longestWaitMs = 10 * secondMs;
/** Longest wait at a provider as long as there is another one to ask. */
const momentMs = secondMs;
/** Least time after which a new try makes sense: what took nothing for so long will hardly do so at once. */
const leastRetryAfterMs = 5 * secondMs;

/** What became of an offer; `retryAfterMs` where no provider took it and a new try makes sense then. */
export type Offered = { update: MessageUpdate; retryAfterMs?: number };

export type Offer = (message: StoredMessage, onLate: OnLate) => Promise<Offered>;

type OfferDeps = {
  timers: Pick<Timers, 'now'>;
  chooseConnector: (
    message: StoredMessage,
    can: (connector: Connector) => boolean,
  ) => Connector | undefined;
  submit: (submission: Submission, onLate: OnLate, patienceMs: number) => Promise<Answered[]>;
};

/**
 * Offers one message to the providers of its route, one after the other, as long as they take nothing. At
 * one that takes no more just now it waits for its turn: a moment as long as there is another one to ask,
 * and then as long as its sender has patience. It is refused where none took it.
 */
export function createOffer({ timers, chooseConnector, submit }: OfferDeps): Offer {
  return async (message, onLate) => {
    const until = timers.now() + longestWaitMs;
    const leftMs = () => until - timers.now();
    const asked = new Set<Connector>();
    const throttled = new Set<Connector>();
    let reason: string = fault('noProvider');

    const next = (can: (connector: Connector) => boolean) =>
      chooseConnector(message, (each) => can(each) && each.isAvailable());

    /** @returns the outcome, unless the provider took nothing. */
    const ask = async (connector: Connector, patienceMs: number): Promise<Answered | undefined> => {
      const hasTurn = await connector.waitForRate(message.userId, patienceMs);
      const restMs = Math.min(patienceMs, leftMs());
      const [told] = hasTurn
        ? await submit({ connector, messages: [message] }, onLate, restMs)
        : [];
      if (told && told.update.event !== 'postpone') return told;
      if (told?.result.outcome === 'busy' && !told.result.throttled) return undefined;
      throttled.add(connector);
      const error = told?.result.outcome === 'busy' ? told.result.error : undefined;
      reason = error ?? fault('throttled', { fault: 'SMS_RATES' });
      return undefined;
    };

    const isUnasked = (each: Connector) => !asked.has(each);
    for (let each = next(isUnasked); each; each = next(isUnasked)) {
      asked.add(each);
      const told = await ask(each, next(isUnasked) ? Math.min(momentMs, leftMs()) : leftMs());
      if (told) return { update: told.update };
    }
    const again = new Set(throttled);
    while (leftMs() > 0) {
      const connector = next((each) => again.has(each));
      if (!connector) break;
      again.delete(connector);
      const told = await ask(connector, leftMs());
      if (told) return { update: told.update };
    }
    const mayTake = throttled.size > 0 ? [...throttled] : connectorsOf(message);
    const retryAfterMs = Math.max(
      leastRetryAfterMs,
      Math.min(...mayTake.map((each) => each.retryAfterMs())),
    );
    return { update: refuseUntaken(message, reason), retryAfterMs };
  };

  /** All connectors of its route. */
  function connectorsOf(message: StoredMessage): Connector[] {
    const all: Connector[] = [];
    chooseConnector(message, (each) => {
      all.push(each);
      return false;
    });
    return all;
  }
}
