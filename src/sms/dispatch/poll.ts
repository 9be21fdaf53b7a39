import type { Database } from '../../db/database.ts';
import { findQuietEnds, type QuietEnd } from '../account/queries.ts';
import type { PromotionRules } from '../promotions.ts';
import type { Lane } from './lanes.ts';
import { findWaitingAccounts, type Priority, type Share } from './outbox-queries.ts';

/** The accounts that wait for the places of a lane. */
export type LaneWait = {
  lane: Lane;
  places: number;
  shares: Record<Priority, Share[]>;
  /** Accounts of these that are in their quiet hours. */
  quiet: QuietEnd[];
  /** True if an account waits that has no share. */
  othersWait: boolean;
};

/** Most accounts that share what is free. */
const mostShares = 50;

type PollDeps = { db: Database; promotions: Pick<PromotionRules, 'hours'> };

/**
 * Finds the accounts that may send next by the lanes that have places, null where none has.
 * @param placesOf the places of providers, together.
 */
export function createPollers(
  deps: PollDeps,
  lanes: Lane[],
  placesOf: (providers: string[]) => number,
) {
  const pollers = lanes.map((lane) => ({ lane, poll: createPoller(deps, lane) }));
  return async (now: number): Promise<LaneWait[] | null> => {
    const polls = pollers.flatMap(({ lane, poll }) => {
      const places = placesOf(lane.providers);
      return places > 0 ? [poll(places, now)] : [];
    });
    return polls.length === 0 ? null : await Promise.all(polls);
  };
}

/** Finds the accounts that may send next by a lane; fair between accounts. */
function createPoller({ db, promotions }: PollDeps, lane: Lane) {
  const cursors: Record<Priority, number> = { 0: 0, 1: 0 };

  /** Accounts that wait, in a circle that begins behind the one that was served last. */
  const nextAccounts = async (priority: Priority, now: number) => {
    const search = { priority, now, limit: mostShares, rules: lane.rules };
    const start = cursors[priority];
    const ahead = await findWaitingAccounts(db.read, { ...search, after: start });
    if (ahead.walkedTo !== null || start === 0) return ahead;
    const behind = await findWaitingAccounts(db.read, { ...search, after: 0 });
    const all = [...ahead.userIds, ...behind.userIds.filter((id) => id <= start)];
    const userIds = all.slice(0, mostShares);
    // The rest comes next.
    if (userIds.length < all.length) return { userIds, walkedTo: userIds.at(-1) ?? null };
    // A circle in which nobody waits ends here: without that, many accounts whose messages are all for
    // later would be walked round and round.
    const walkedTo = userIds.length === 0 ? null : behind.walkedTo;
    return { userIds, walkedTo };
  };

  const findShares = async (priority: Priority, places: number, now: number) => {
    const { userIds, walkedTo } = await nextAccounts(priority, now);
    const shares = shareOut(userIds, places);
    const isCut = shares.length < userIds.length;
    cursors[priority] = (isCut ? shares.at(-1)?.userId : walkedTo) ?? 0;
    return { shares, othersWait: isCut || walkedTo !== null };
  };

  return async (places: number, now: number): Promise<LaneWait> => {
    const [singles, bulk] = await Promise.all([
      findShares(0, places, now),
      findShares(1, places, now),
    ]);
    const userIds = new Set([...singles.shares, ...bulk.shares].map(({ userId }) => userId));
    return {
      lane,
      places,
      shares: { 0: singles.shares, 1: bulk.shares },
      quiet: userIds.size === 0 ? [] : await findQuietEnds(db.read, [...userIds], now, promotions),
      othersWait: singles.othersWait || bulk.othersWait,
    };
  };
}

/** True if any account has a share of the places, and so something to be claimed. */
export function hasShares(waiting: LaneWait[] | null): boolean {
  return (waiting ?? []).some(({ shares }) => shares[0].length + shares[1].length > 0);
}

/** Divides places among accounts, at least one each while there are any left. */
export function shareOut(userIds: number[], places: number): Share[] {
  const invited = userIds.slice(0, places);
  if (invited.length === 0) return [];
  const each = Math.floor(places / invited.length);
  const extra = places % invited.length;
  return invited.map((userId, index) => ({ userId, count: each + (index < extra ? 1 : 0) }));
}
