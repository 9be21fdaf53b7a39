import type { Timers } from '../../../kit/time/timers.ts';
import type { RateLimit } from '../../providers/rate-limit.ts';
import { FairLine } from '../../providers/turns/fair-line.ts';

/** Single sends that pass for each place that the outbox is offered. */
const singlesEach = 4;
/** Longest time for which single sends wait for the outbox to take what it is offered. */
const offerMs = 250;
/** Time after which it is offered something again where it took nothing: nothing may wait there. */
const offerAgainMs = 5000;

/**
 * Lets messages through at a rate: those whose senders wait go before what is claimed, and of these the
 * accounts take turns. What is claimed has a fifth of the rate: else single sends, where they use it up, would stop
 * the outbox for as long as they do.
 */
export function createRateQueue(limit: RateLimit, timers: Pick<Timers, 'now' | 'after'>) {
  const waiting = new FairLine<(passed: boolean) => void>();
  /** As many places as the rate gives in the time of an offer, so that few offers are enough for a high rate. */
  const placesOfOffer = Math.max(1, Math.floor(offerMs / limit.everyMs));
  /** Single sends since the outbox had its last place. */
  let singles = 0;
  /** What the outbox is offered just now; undefined where nothing is. */
  let offer: { left: number; end: () => void } | undefined;
  let nextOfferAt = timers.now();

  const letThrough = (): void => {
    for (let pass = waiting.first; pass && !offer; pass = waiting.first) {
      const isTurnOfOutbox = singles >= singlesEach * placesOfOffer && timers.now() >= nextOfferAt;
      const waitMs = isTurnOfOutbox ? limit.look().waitMs : limit.take();
      if (waitMs > 0) {
        timers.after(waitMs, letThrough);
        return;
      }
      if (isTurnOfOutbox) {
        offerPlaces();
        return;
      }
      waiting.removeFirst();
      singles += 1;
      pass(true);
    }
  };

  /** Leaves what may go next to the outbox, which takes it at its next look. */
  const offerPlaces = (): void => {
    const end = (): void => {
      cancel();
      if (offer?.left === placesOfOffer) nextOfferAt = timers.now() + offerAgainMs;
      offer = undefined;
      letThrough();
    };
    const cancel = timers.after(offerMs, end);
    offer = { left: placesOfOffer, end };
  };

  return {
    /** Messages that may be claimed now; while single sends wait, those that are offered. */
    free: (): number => {
      const { free } = limit.look();
      return waiting.size > 0 ? Math.min(offer?.left ?? 0, free) : free;
    },
    /**
     * Milliseconds until the next may leave. Never 0 where a single send takes what is there in a moment: whoever
     * slept on would miss what is offered after it.
     */
    waitMs: (): number => Math.max(limit.look().waitMs, waiting.size > 0 && !offer ? 1 : 0),
    /** Milliseconds until all that wait have left. */
    backlogMs: (): number => waiting.size * limit.everyMs,
    /** Takes one of the messages that were free. */
    leave: (): void => {
      limit.take();
      singles = 0;
      if (!offer) return;
      offer.left -= 1;
      if (offer.left === 0) offer.end();
    },
    /**
     * Waits until one of the account may leave.
     * @returns false where that is not within `patienceMs`; at once where that is clear.
     */
    wait: (account: number, patienceMs: number): Promise<boolean> => {
      if (waiting.ahead(account) * limit.everyMs >= patienceMs) return Promise.resolve(false);
      return new Promise((resolve) => {
        const pass = (passed: boolean): void => {
          cancel();
          resolve(passed);
        };
        // Others may come whose turn is before it.
        const cancel = timers.after(patienceMs, () => {
          waiting.remove((each) => each === pass);
          resolve(false);
        });
        waiting.add(account, pass);
        if (waiting.size === 1) letThrough();
      });
    },
  };
}
