import type { Logger } from 'pino';
import { createBatcher } from '../../kit/batcher.ts';
import type { Clock } from '../../kit/clock.ts';
import { createLoop } from '../../kit/loop.ts';
import type { Part } from '../../kit/parts.ts';
import type { MessageStatus } from '../messages/message-states.ts';
import type { Provider, ProviderHealth } from '../providers/provider.ts';
import type { Route } from '../providers/routing.ts';
import { createClaimer, type Turns } from './claim.ts';
import { renewLeases } from './claim-queries.ts';
import type { SettleDeps } from './follow-changes.ts';
import { type Batch, handOver, handOverNow, sortOut } from './hand-over.ts';
import { expireMessages, recoverMessages } from './housekeeping.ts';
import { createLink, type Link } from './link.ts';
import { type ClaimedMessage, putBack, type Settlement } from './settlement.ts';
import type { TurnOrder, TurnOutcome } from './turn.ts';

export type DispatcherObserver = {
  /** Hand-overs by what became of them. */
  settled: (provider: string, event: string) => void;
  /** One commit: how many messages it settled and claimed, and how long it took. */
  committed: (messages: number, seconds: number) => void;
};

export type DispatcherDeps = SettleDeps & {
  clock: Clock;
  log: Logger;
  /** From 0 to 1, 1 excluded. */
  random: () => number;
  /** Does a turn's transaction. */
  commitTurn: (order: TurnOrder) => Promise<TurnOutcome>;
  providers: readonly Provider[];
  routes: readonly Route[];
  /** Most messages a second, by the provider's name; none where it is not named. */
  rates: ReadonlyMap<string, number>;
  /** How long a dead process's messages are left alone, in milliseconds. */
  leaseMs: number;
  observer?: DispatcherObserver;
};

/** What became of a message that was sent while its sender waited. */
export type SentNow = { status: MessageStatus; error: string | null };

export type Dispatcher = Part & {
  /** Says that something may be due. Cheap; to be called after every commit that queues messages. */
  wake: () => void;
  /** Until when the lease of a message runs that is stored as `sending` for `sendNow`. */
  leaseUntil: () => number;
  /**
   * Hands over a message that is stored as `sending` with a lease, and resolves once what became of it
   * is durable: `sent`; `failed`, its credit given back; or `unknown`.
   */
  sendNow: (message: ClaimedMessage) => Promise<SentNow>;
  health: () => { name: string; health: ProviderHealth; inHand: number; window: number }[];
  /** One round of what looks after lost and overdue messages. */
  tidy: () => Promise<void>;
  /** Resolves when nothing is in hand and nothing more is due that could be sent. */
  idle: () => Promise<void>;
};

/** How soon the outbox is looked at again, where nobody says that something is due. */
const lookEveryMs = 500;
const retryCommitMs = 500;

type Group = { settlements: Settlement[]; link?: Link };

/**
 * Empties the outbox. Each turn is one durable transaction: it settles what the providers have answered
 * since the last one and claims as many messages as they have places for. So what a kill can leave in
 * doubt is never more than the providers' windows, and the next turn begins as soon as an answer comes.
 */
export function createDispatcher(deps: DispatcherDeps): Dispatcher {
  const { db, clock, log, leaseMs, observer } = deps;
  const claimer = createClaimer(db);
  const links = new Map(
    deps.providers.map((provider) => [
      provider.name,
      createLink(provider, deps.rates.get(provider.name) ?? null),
    ]),
  );
  const handOverDeps = { ...deps, links };
  const inHand = new Map<string, ClaimedMessage>();
  const underWay = new Set<Promise<void>>();
  let isRunning = false;
  let isWoken = false;
  let timer: NodeJS.Timeout | undefined;

  const leaseUntil = () => clock() + leaseMs;
  const free = (now: number) => {
    if (!isRunning) return 0;
    return [...links.values()].reduce((sum, link) => sum + link.free(now), 0);
  };

  /** One turn. The places of what it settles are free for what it claims. */
  const takeTurn = async (groups: Group[]): Promise<Map<string, SentNow>[]> => {
    isWoken = false;
    const start = performance.now();
    const now = clock();
    for (const { link, settlements } of groups) link?.release(settlements.length);
    const places = free(now);
    try {
      const turns = places > 0 ? await claimer.findTurns(places, now) : undefined;
      const settlements = groups.flatMap((group) => group.settlements);
      const hasShares = turns !== undefined && turns.shares[0].length + turns.shares[1].length > 0;
      const order = hasShares ? turns : null;
      const { claimed, statuses } = await commit(settlements, order, places, now);
      const messages = settlements.length + (claimed?.messages.length ?? 0);
      if (messages > 0) observer?.committed(messages, (performance.now() - start) / 1000);
      for (const { id, userId } of settlements) inHand.delete(`${userId}/${id}`);
      if (claimed) dispatch(claimed.messages);
      if (claimed?.mayHaveMore || turns?.othersWait) wakeSoon();
      return groups.map(() => statuses);
    } catch (error) {
      for (const { link, settlements } of groups) link?.take(settlements.length);
      log.error({ err: error }, 'a turn of the dispatcher failed');
      throw error;
    }
  };

  const commit = async (
    settlements: Settlement[],
    turns: Turns | null,
    places: number,
    now: number,
  ) => {
    const nobody: TurnOutcome = { changed: [], claimed: null };
    if (settlements.length === 0 && !turns) return { ...nobody, statuses: new Map() };
    const order = { settlements, turns, places, now, leaseUntil: leaseUntil() };
    const outcome = await deps.commitTurn(order);
    const errors = new Map(settlements.map((each) => [`${each.userId}/${each.id}`, each.error]));
    const statuses = new Map(
      outcome.changed.map(({ user_id, id, status }) => {
        const key = `${user_id}/${id}`;
        return [key, { status: status as MessageStatus, error: errors.get(key) ?? null }];
      }),
    );
    return { ...outcome, statuses };
  };

  const batcher = createBatcher(takeTurn);

  const wake = (): void => {
    if (!isRunning || isWoken) return;
    isWoken = true;
    batcher.add({ settlements: [] }).catch(() => lookAgainIn(retryCommitMs));
  };

  /** Goes on in the next turn of the event loop, after whatever has arrived there. */
  const wakeSoon = (): void => {
    const now = clock();
    if (free(now) > 0) wake();
    else lookAgainIn(shortestWaitMs(now));
  };

  /** Until a provider that takes nothing now may take something. */
  const shortestWaitMs = (now: number): number => {
    const waits = [...links.values()].map((link) => link.waitMs(now)).filter((wait) => wait > 0);
    return Math.min(lookEveryMs, ...waits);
  };

  const lookAgainIn = (milliseconds: number): void => {
    if (!isRunning || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      wake();
    }, milliseconds);
    timer.unref();
  };

  const dispatch = (messages: ClaimedMessage[]): void => {
    const { batches, homeless } = sortOut(handOverDeps, messages);
    for (const message of messages) inHand.set(keyOf(message), message);
    for (const batch of batches) follow(carry(batch));
    if (homeless.length > 0) {
      const now = clock();
      const later = now + shortestWaitMs(now);
      follow(write({ settlements: homeless.map((message) => putBack(message, later)) }));
    }
  };

  const carry = async (batch: Batch): Promise<void> => {
    const settlements = await handOver(handOverDeps, batch);
    await write({ settlements, link: batch.link });
  };

  /** Writes down what became of messages; what a provider has said must not be lost, so it is tried until it is durable. */
  const write = async (group: Group): Promise<void> => {
    count(group);
    for (;;) {
      try {
        await batcher.add(group);
        return;
      } catch {
        await new Promise((resolve) => setTimeout(resolve, retryCommitMs));
      }
    }
  };

  const count = ({ settlements }: Group): void => {
    for (const { provider, event } of settlements) {
      if (provider !== null) observer?.settled(provider, event);
    }
  };

  const follow = (work: Promise<void>): void => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  const sendNow = async (message: ClaimedMessage): Promise<SentNow> => {
    inHand.set(keyOf(message), message);
    const group = { settlements: [await handOverNow(handOverDeps, message)] };
    count(group);
    try {
      const statuses = await batcher.add(group);
      return statuses.get(keyOf(message)) ?? { status: 'unknown', error: null };
    } catch (error) {
      follow(write(group));
      throw error;
    }
  };

  const tidy = async (): Promise<void> => {
    const now = clock();
    if (inHand.size > 0) await renewLeases(db.write, db.engine, [...inHand.values()], leaseUntil());
    await recoverMessages(deps, { now, leasedUntil: now });
    await expireMessages(deps, now);
    wake();
  };

  const idle = async (): Promise<void> => {
    do {
      await batcher.idle();
      await Promise.all(underWay);
    } while (underWay.size > 0 || isWoken);
  };

  const loops = [
    createLoop({ name: 'dispatch', everyMs: lookEveryMs, log, work: async () => wake() }),
    createLoop({ name: 'leases', everyMs: Math.ceil(leaseMs / 3), log, work: tidy }),
  ];
  return {
    name: 'dispatcher',
    start: async () => {
      const now = clock();
      // Nobody else works on an embedded database, so all leases in it are a dead process's.
      const all = Number.MAX_SAFE_INTEGER;
      await recoverMessages(deps, { now, leasedUntil: db.engine === 'sqlite' ? all : now });
      isRunning = true;
      wake();
      for (const loop of loops) await loop.start?.();
    },
    stop: async () => {
      isRunning = false;
      clearTimeout(timer);
      for (const loop of loops) await loop.stop?.();
      await idle();
    },
    stopWithin: 30_000,
    wake,
    leaseUntil,
    sendNow,
    health: () =>
      [...links].map(([name, link]) => ({
        name,
        health: link.health(clock()),
        inHand: link.inHand(),
        window: link.window,
      })),
    tidy,
    idle,
  };
}

function keyOf({ userId, id }: ClaimedMessage): string {
  return `${userId}/${id}`;
}
