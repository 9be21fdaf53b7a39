import { fault } from '../../../kit/api/failures/faults.ts';
import type { Timers } from '../../../kit/time/timers.ts';
import type { Provider, ProviderHealth, SubmitResult } from '../../providers/provider.ts';
import { createRateLimit } from '../../providers/rate-limit.ts';
import { createCircuitBreaker, type Ticket } from './circuit-breaker.ts';
import { createRateQueue } from './rate-queue.ts';

/** Interval at which a provider that is down is looked at again. */
const lookWhileDownMs = 100;

/** A provider as the dispatcher sees it: its room for messages just now, and its health. */
export type Connector = ReturnType<typeof createConnector>;

/**
 * Follows one provider: its window, its rate, pauses that it asks for, and a circuit breaker. All of its
 * times are of the monotonic clock, which nobody sets.
 * @param perSecond most messages a second; null where the provider sets the pace itself.
 */
export function createConnector(provider: Provider, perSecond: number | null, timers: Timers) {
  const window = provider.batch * provider.abreast;
  const breaker = createCircuitBreaker(timers.now, provider.longestRestMs);
  const rate =
    perSecond === null ? undefined : createRateQueue(createRateLimit(perSecond, timers), timers);
  let inHand = 0;
  /** True if the one message is chosen by which a provider is tried again. */
  let isTrialChosen = false;
  let pausedUntil = 0;
  /** What it said when it refused for want of money, until it takes a message again. */
  let wantOfMoney: string | undefined;
  let connections = provider.connections?.() ?? 0;

  const noticeConnections = (): void => {
    const newest = provider.connections?.() ?? 0;
    if (newest !== connections) breaker.reconnect();
    connections = newest;
  };

  const pauseLeftMs = (): number => Math.max(0, pausedUntil - timers.now());

  const isAvailable = (): boolean => {
    noticeConnections();
    return pauseLeftMs() === 0 && breaker.allows() && provider.health().state !== 'down';
  };

  return {
    provider,
    isAvailable,
    /** Messages that it takes now; one while it is tried again. */
    free: (): number => {
      if (!isAvailable()) return 0;
      const trials = isTrialChosen ? 0 : 1;
      const most = breaker.state() === 'closed' ? window : trials;
      const room = Math.min(most, window - inHand, provider.room?.() ?? window);
      return Math.max(0, Math.min(room, rate?.free() ?? room));
    },
    /** Milliseconds until it is worth looking again; 0 where it takes messages now. */
    waitMs: (): number => {
      noticeConnections();
      if (provider.health().state === 'down') return lookWhileDownMs;
      return Math.ceil(Math.max(pauseLeftMs(), breaker.restLeftMs(), rate?.waitMs() ?? 0));
    },
    /** Takes places of the window, until they are released. */
    take: (count: number): void => {
      inHand += count;
      isTrialChosen = breaker.state() !== 'closed';
    },
    release: (count: number): void => {
      inHand -= count;
      isTrialChosen = false;
    },
    /** Notes a message that leaves, for which `free` had room. */
    noteSent: (): void => rate?.leave(),
    /**
     * Waits until a single send may leave: it ignores the window and obeys the rate.
     * @returns false where its turn does not come within that time.
     */
    waitForRate: async (account: number, patienceMs: number): Promise<boolean> =>
      rate ? await rate.wait(account, patienceMs) : true,
    /** Milliseconds after which a message that found no turn may well find one. */
    retryAfterMs: (): number =>
      Math.max(
        pauseLeftMs(),
        breaker.restLeftMs(),
        rate?.backlogMs() ?? 0,
        provider.backlogMs?.() ?? 0,
      ),
    /** Begins a submit; its ticket comes back with its results. */
    begin: () => {
      // From here on the breaker knows of it.
      isTrialChosen = false;
      return breaker.begin();
    },
    /** Notes the results of a batch. */
    note: (results: SubmitResult[], ticket: Ticket): void => {
      const isThrottled = results.some((each) => each.outcome === 'busy' && each.throttled);
      const pauses = results.map((each) =>
        each.outcome === 'busy' && !each.throttled ? (each.pauseMs ?? 0) : 0,
      );
      pausedUntil = Math.max(pausedUntil, timers.now() + Math.max(0, ...pauses));
      const isAny = (outcome: SubmitResult['outcome']) =>
        results.some((each) => each.outcome === outcome);
      const forMoney = results.find((each) => each.outcome === 'busy' && each.forMoney);
      if (forMoney && 'error' in forMoney) wantOfMoney = forMoney.error;
      else if (isAny('accepted')) wantOfMoney = undefined;
      if (isAny('accepted') || isAny('refused')) breaker.succeed();
      // A provider that names a pause or is throttled is well; one that does not answer may not be.
      else if (isThrottled || pauses.some((pause) => pause > 0)) breaker.pass(ticket);
      else breaker.fail(ticket, isAny('unknown') ? 'no answer' : 'not taken');
    },
    /** Notes a late answer, which shows that it is well all the same. */
    noteLife: breaker.succeed,
    /** True if the provider works: a message that it does not take then has a fault of its own. */
    isWell: breaker.isWell,
    inHand: () => inHand,
    window,
    health: (): ProviderHealth => {
      noticeConnections();
      const own = provider.health();
      if (breaker.state() === 'open') {
        const detail = own.state === 'up' ? 'left alone after failures' : own.detail;
        return { state: 'down', detail };
      }
      if (wantOfMoney !== undefined && own.state !== 'down') {
        return { state: 'degraded', detail: fault('wantOfMoney', { fault: wantOfMoney }) };
      }
      if (own.state !== 'up' || pauseLeftMs() === 0) return own;
      return { state: 'degraded', detail: 'paused, as the provider asked' };
    },
  };
}
