import type { Logger } from 'pino';
import type { Database } from '../../db/database.ts';
import type { PassingMap } from '../../kit/async/passing-map.ts';
import type { Clock } from '../../kit/time/clock.ts';
import type { ClockWatch } from '../../kit/time/clock-watch.ts';
import type { MessageStatus } from '../message-states.ts';
import { createClaimer, type Turns } from './claim.ts';
import type { Link } from './link.ts';
import type { Links } from './links.ts';
import { type ClaimedMessage, keyOf, type Settlement } from './settlement.ts';
import type { TurnOrder, TurnOutcome } from './turn.ts';

/** What became of messages that were handed over together; they had places of `link`. */
export type Group = { settlements: Settlement[]; link?: Link };

/** What became of a message that was sent while its sender waited. */
export type SentNow = { status: MessageStatus; error: string | null };

/** By `keyOf`. */
export type Statuses = Map<string, SentNow>;

type TurnDeps = {
  db: Database;
  clock: Clock;
  clockWatch: Pick<ClockWatch, 'cautious'>;
  log: Logger;
  links: Pick<Links, 'free'>;
  leaseUntil: () => number;
  /** Does a turn's transaction. */
  commitTurn: (order: TurnOrder) => Promise<TurnOutcome>;
  inHand: PassingMap<string, ClaimedMessage>;
  /** Whether anything may be claimed. */
  isRunning: () => boolean;
  dispatch: (messages: ClaimedMessage[]) => void;
  /** Asks for another turn: more may be due than this one could claim. */
  goOn: () => void;
  committed?: ((messages: number, seconds: number) => void) | undefined;
};

export type TurnTaker = {
  takeTurn: (groups: Group[], wasWoken: boolean) => Promise<Statuses[]>;
  /** Settles messages that had no places, and claims nothing; several may be under way at once. */
  settleOnly: (groups: Group[]) => Promise<Statuses[]>;
};

/**
 * Takes turns: each settles what it is given and claims what there are places for, in one durable
 * transaction. The places of what it settles are free for what it claims. Once nothing was due it
 * does not ask again before somebody says that something may be, so that messages which are sent while
 * their senders wait cost no look at an empty outbox.
 */
export function createTurns(deps: TurnDeps): TurnTaker {
  const { db, clock, clockWatch, log, links, inHand } = deps;
  const claimer = createClaimer(db);
  let mayBeDue = true;

  const commit = async (order: TurnOrder): Promise<TurnOutcome> =>
    order.settlements.length === 0 && !order.turns
      ? { changed: [], claimed: null }
      : await deps.commitTurn(order);

  /** Makes an order durable; what it settles is in hand no more. */
  const carryOut = async (order: TurnOrder): Promise<TurnOutcome> => {
    const start = performance.now();
    const { settlements } = order;
    const outcome = await commit(order);
    const messages = settlements.length + (outcome.claimed?.messages.length ?? 0);
    if (messages > 0) deps.committed?.(messages, (performance.now() - start) / 1000);
    for (const settlement of settlements) {
      // What is answered late may be in hand again meanwhile.
      if (!settlement.isLate) inHand.delete(keyOf(settlement));
    }
    return outcome;
  };

  const settleAndClaim = async (settlements: Settlement[]): Promise<Statuses> => {
    const now = clock();
    const places = deps.isRunning() ? links.free() : 0;
    const turns = places > 0 && mayBeDue ? await claimer.findTurns(places, now) : undefined;
    const instants = { now, surely: clockWatch.cautious(), leaseUntil: deps.leaseUntil() };
    const order = { settlements, turns: withShares(turns), places, ...instants };
    const { changed, claimed } = await carryOut(order);
    if (claimed) deps.dispatch(claimed.messages);
    const hadNoPlace = places === 0 && mayBeDue;
    if (claimed?.mayHaveMore || turns?.othersWait || hadNoPlace) deps.goOn();
    else if (turns && !claimed) mayBeDue = false;
    return statusesOf(changed, settlements);
  };

  const orLog = async <T>(turn: () => Promise<T>): Promise<T> => {
    try {
      return await turn();
    } catch (error) {
      log.error({ err: error }, 'a turn of the dispatcher failed');
      throw error;
    }
  };

  return {
    takeTurn: async (groups, wasWoken) => {
      mayBeDue ||= wasWoken;
      for (const { link, settlements } of groups) link?.release(settlements.length);
      try {
        const statuses = await orLog(() => settleAndClaim(settlementsOf(groups)));
        return groups.map(() => statuses);
      } catch (error) {
        for (const { link, settlements } of groups) link?.take(settlements.length);
        throw error;
      }
    },
    settleOnly: async (groups) => {
      const settlements = settlementsOf(groups);
      const now = clock();
      const nothing = { turns: null, places: 0, now, surely: now, leaseUntil: deps.leaseUntil() };
      const { changed } = await orLog(() => carryOut({ settlements, ...nothing }));
      const statuses = statusesOf(changed, settlements);
      return groups.map(() => statuses);
    },
  };
}

function settlementsOf(groups: Group[]): Settlement[] {
  return groups.flatMap(({ settlements }) => settlements);
}

/** Null where nobody has a share, and so nothing is to be claimed. */
function withShares(turns: Turns | undefined): Turns | null {
  return turns && turns.shares[0].length + turns.shares[1].length > 0 ? turns : null;
}

function statusesOf(changed: TurnOutcome['changed'], settlements: Settlement[]): Statuses {
  const errors = new Map(settlements.map((each) => [keyOf(each), each.error]));
  return new Map(
    changed.map(({ user_id: userId, id, status }) => {
      const key = keyOf({ userId, id });
      return [key, { status: status as MessageStatus, error: errors.get(key) ?? null }];
    }),
  );
}
