import { PassingMap } from '../../kit/async/passing-map.ts';
import type { Clock } from '../../kit/time/clock.ts';
import {
  type Batch,
  type HandOverDeps,
  handOver,
  handOverNow,
  sortOut,
  type TellLate,
} from './hand-over.ts';
import type { Links } from './links.ts';
import { type ClaimedMessage, keyOf, putBack } from './settlement.ts';
import type { Group, SentNow, Statuses } from './take-turn.ts';
import { retryCommitMs } from './waker.ts';

type CarrierDeps = Omit<HandOverDeps, 'links'> & {
  clock: Clock;
  links: Pick<Links, 'byName' | 'shortestWaitMs'>;
  inHand: PassingMap<string, ClaimedMessage>;
  /** Makes what became of messages durable, with the next turn. */
  settle: (group: Group) => Promise<Statuses>;
  /** The same at once, for a message that had no place. */
  settleNow: (group: Group) => Promise<Statuses>;
  /** Whether the dispatcher has not been stopped. */
  isRunning: () => boolean;
  settled?: ((provider: string, event: string) => void) | undefined;
};

export type Carrier = {
  /** Hands claimed messages over; what no provider has a place for just now is put back. */
  dispatch: (messages: ClaimedMessage[]) => void;
  /** Hands one message over while its sender waits. */
  sendNow: (message: ClaimedMessage) => Promise<SentNow>;
  isIdle: () => boolean;
  /** Resolves when what is under way at this moment is done. */
  whenCarried: () => Promise<unknown>;
};

/** Carries messages to providers, and what became of them back to the outbox. */
export function createCarrier(deps: CarrierDeps): Carrier {
  const { clock, links, inHand, settle, settleNow, settled } = deps;
  const handOverDeps = { ...deps, links: links.byName };
  const underWay = new PassingMap<Promise<void>, Promise<void>>();

  const dispatch = (messages: ClaimedMessage[]): void => {
    const { batches, homeless } = sortOut(handOverDeps, messages);
    for (const message of messages) inHand.set(keyOf(message), message);
    for (const batch of batches) follow(carry(batch));
    if (homeless.length > 0) {
      const later = clock() + links.shortestWaitMs();
      follow(write({ settlements: homeless.map((message) => putBack(message, later)) }));
    }
  };

  const carry = async (batch: Batch): Promise<void> => {
    const late = holdLate();
    const settlements = await handOver(handOverDeps, batch, late.tell);
    await write({ settlements, link: batch.link });
    late.release();
  };

  /** Answers that come late are written down behind what was said in time. */
  const holdLate = (): { tell: TellLate; release: () => void } => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const tell: TellLate = (settlement) => {
      void promise.then(() => {
        if (deps.isRunning()) follow(write({ settlements: [settlement] }));
      });
    };
    return { tell, release: resolve };
  };

  /** Writes down what became of messages; what a provider has said must not be lost, so it is tried until it is durable. */
  const write = async (group: Group): Promise<void> => {
    count(group);
    for (;;) {
      try {
        await settle(group);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryCommitMs));
      }
    }
  };

  const count = ({ settlements }: Group): void => {
    for (const { provider, event } of settlements) {
      if (provider !== null) settled?.(provider, event);
    }
  };

  const follow = (work: Promise<void>): void => {
    underWay.set(work, work);
    void work.finally(() => underWay.delete(work));
  };

  const sendNow = async (message: ClaimedMessage): Promise<SentNow> => {
    inHand.set(keyOf(message), message);
    const late = holdLate();
    const group = { settlements: [await handOverNow(handOverDeps, message, late.tell)] };
    count(group);
    try {
      const statuses = await settleNow(group);
      late.release();
      return statuses.get(keyOf(message)) ?? { status: 'unknown', error: null };
    } catch (error) {
      follow(write(group).then(late.release));
      throw error;
    }
  };

  return {
    dispatch,
    sendNow,
    isIdle: () => underWay.size === 0,
    whenCarried: () => Promise.all(underWay.values()),
  };
}
