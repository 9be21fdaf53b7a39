import type { Logger } from 'pino';
import { createBatcher } from '../../kit/async/batcher.ts';
import type { Component } from '../../kit/async/components.ts';
import { createLoop } from '../../kit/async/loop.ts';
import { PassingMap } from '../../kit/async/passing-map.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import { latestEnd } from '../../kit/time/elapsed.ts';
import type { Timers } from '../../kit/time/timers.ts';
import type { Provider } from '../providers/provider.ts';
import { isRouted, type Route } from '../providers/routing.ts';
import { longestBackOffMs } from './back-off.ts';
import { createCarrier } from './carrier.ts';
import { renewLeases } from './claim-queries.ts';
import type { SettleDeps } from './follow-changes.ts';
import { hastenMessages } from './hasten-messages.ts';
import { expireMessages, recoverMessages } from './housekeeping.ts';
import { createLinks, type LinkHealth, lookEveryMs } from './links.ts';
import type { ClaimedMessage } from './settlement.ts';
import { createTurns, type Group, type SentNow } from './take-turn.ts';
import type { TurnOrder, TurnOutcome } from './turn.ts';
import { createWaker } from './waker.ts';

export type DispatcherObserver = {
  /** Hand-overs by what became of them. */
  settled: (provider: string, event: string) => void;
  /** One commit: how many messages it settled and claimed, and how long it took. */
  committed: (messages: number, seconds: number) => void;
};

export type DispatcherDeps = SettleDeps & {
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious' | 'sinceJump' | 'onJump'>;
  log: Logger;
  timers: Timers;
  /** From 0 to 1, 1 excluded. */
  random: () => number;
  /** Does a turn's transaction. */
  commitTurn: (order: TurnOrder) => Promise<TurnOutcome>;
  providers: readonly Provider[];
  routes: readonly Route[];
  /** Most messages a second, by the provider's name; none where it is not named. */
  rates: ReadonlyMap<string, number>;
  /** How often a message is sent again of which nobody knows whether it was sent. */
  unknownRepeats: number;
  /** How long a dead process's messages are left alone, in milliseconds. */
  leaseMs: number;
  observer?: DispatcherObserver;
};

export type Dispatcher = Component & {
  /** Says that something may be due. Cheap; to be called after every commit that queues messages. */
  wake: () => void;
  /** Until when the lease of a message runs that is stored as `sending` for `sendNow`. */
  leaseUntil: () => number;
  /**
   * Hands over a message that is stored as `sending` with a lease, and resolves once what became of it
   * is durable: `sent`; `failed`, its credit given back; or `unknown`.
   */
  sendNow: (message: ClaimedMessage) => Promise<SentNow>;
  health: () => LinkHealth[];
  /** One round of what looks after lost and overdue messages. */
  tidy: () => Promise<void>;
  /** Resolves when nothing is in hand and nothing more is due that could be sent. */
  idle: () => Promise<void>;
};

/** Most settlements of single sends that are under way at once. */
const abreast = 4;

/**
 * Empties the outbox. Each turn is one durable transaction: it settles what the providers have answered
 * since the last one and claims as many messages as they have places for. So what a kill can leave in
 * doubt is never more than the providers' windows, and the next turn begins as soon as an answer comes.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, clock, clockWatch, log, leaseMs, observer } = deps;
  const links = createLinks(deps.providers, {
    rates: deps.rates,
    timers: deps.timers,
    isRouted: (name) => isRouted(deps.routes, name),
  });
  const inHand = new PassingMap<string, ClaimedMessage>();
  const leaseUntil = () => clock() + leaseMs;

  const turns = createBatcher((groups: Group[]) => takeTurn(groups, waker.noteTurn()));
  const settle = (group: Group) => turns.add(group);
  // Whose sender waits does not wait for a turn that claims as well.
  const settlements = createBatcher((groups: Group[]) => settleOnly(groups), { abreast });
  const waker = createWaker({ links, takeTurn: () => settle({ settlements: [] }) });
  const carrier = createCarrier({
    ...deps,
    ...{ links, inHand, settle, isRunning: waker.isRunning },
    settleNow: settlements.add,
    settled: observer?.settled,
  });
  const { takeTurn, settleOnly } = createTurns({
    ...deps,
    ...{ links, inHand, leaseUntil },
    isRunning: waker.isRunning,
    dispatch: carrier.dispatch,
    goOn: waker.wakeSoon,
    committed: observer?.committed,
  });

  const tidy = async (): Promise<void> => {
    const now = clock();
    if (inHand.size > 0) await renewLeases(db.write, db.engine, inHand.values(), leaseUntil());
    // After a jump the other processes have to renew their leases first, by the clock as it is now.
    if (clockWatch.sinceJump() >= leaseMs) {
      const ahead = latestEnd(now, leaseMs);
      await recoverMessages(deps, { now, leasedUntil: now, ahead });
    }
    await expireMessages(deps, { now, overdueAt: clockWatch.cautious() });
    waker.wake();
  };

  /** What a clock that was ahead has put off is not to wait until that time has come. */
  const hasten = async (after: number): Promise<void> => {
    await hastenMessages(db, { now: clock(), after });
    waker.wake();
  };
  clockWatch.onJump((byMs) => {
    if (byMs > 0) return;
    hasten(clock()).catch((error) => {
      log.error({ err: error }, 'messages still wait for a time from before the clock jumped');
    });
  });

  const idle = async (): Promise<void> => {
    do {
      await turns.idle();
      await settlements.idle();
      await carrier.whenCarried();
    } while (!carrier.isIdle() || waker.isWoken());
  };

  const loops = [
    createLoop({ name: 'dispatch', everyMs: lookEveryMs, log, work: async () => waker.wake() }),
    createLoop({ name: 'leases', everyMs: Math.ceil(leaseMs / 3), log, work: tidy }),
  ];
  return {
    name: 'dispatcher',
    start: async () => {
      const now = clock();
      // Nobody else works on an embedded database, so all leases in it are a dead process's.
      const all = Number.MAX_SAFE_INTEGER;
      const leasedUntil = db.engine === 'sqlite' ? all : now;
      await recoverMessages(deps, { now, leasedUntil, ahead: all });
      await hasten(latestEnd(now, longestBackOffMs));
      waker.start();
      waker.wake();
      for (const loop of loops) await loop.start?.();
    },
    stop: async () => {
      waker.stop();
      for (const loop of loops) await loop.stop?.();
      await idle();
    },
    stopWithin: 30_000,
    wake: waker.wake,
    leaseUntil,
    sendNow: carrier.sendNow,
    health: () => links.health(),
    tidy,
    idle,
  };
}
