import type { Database } from '../../db/database.ts';
import type { Engine } from '../../db/db.ts';
import type { MessageClass } from '../message-states.ts';
import { promotionalMayGoAt } from '../quiet-hours.ts';
import {
  type ClaimedRow,
  claimMessages,
  deferPromotional,
  findOptedOut,
  findQuietAccounts,
  findWaitingAccounts,
  type Priority,
} from './claim-queries.ts';
import type { Trx } from './queries.ts';
import type { ClaimedMessage, Settlement } from './settlement.ts';

/** Whose turn it is, found before the transaction that claims. */
export type Turns = {
  shares: Record<Priority, { userId: number; count: number }[]>;
  quiet: { userId: number; until: number }[];
  /** Whether somebody waits who has no share of this turn. */
  othersWait: boolean;
};

export type Claimed = {
  /** To be handed over. */
  messages: ClaimedMessage[];
  /** What was claimed and must not be sent any more. */
  dropped: Settlement[];
  /** Whether an account used up its share, and so may have more. */
  mayHaveMore: boolean;
};

/** Most accounts that share one turn. */
const mostShares = 50;

/** Decides who may send next; fair between accounts. */
export function createClaimer(db: Database) {
  const cursors: Record<Priority, number> = { 0: 0, 1: 0 };

  /** Accounts that wait, in a circle that begins behind the one that was served last. */
  const nextAccounts = async (priority: Priority, now: number) => {
    const search = { priority, now, limit: mostShares };
    const start = cursors[priority];
    const ahead = await findWaitingAccounts(db.read, { ...search, after: start });
    if (ahead.walkedTo !== null || start === 0) return ahead;
    const behind = await findWaitingAccounts(db.read, { ...search, after: 0 });
    const userIds = [...ahead.userIds, ...behind.userIds.filter((id) => id <= start)];
    // A circle in which nobody waits ends here: without that, many accounts whose messages are all for
    // later would be walked round and round.
    const walkedTo = userIds.length === 0 ? null : behind.walkedTo;
    return { userIds: userIds.slice(0, mostShares), walkedTo };
  };

  const findShares = async (priority: Priority, free: number, now: number) => {
    const { userIds, walkedTo } = await nextAccounts(priority, now);
    const shares = shareOut(userIds, free);
    const isCut = shares.length < userIds.length;
    cursors[priority] = (isCut ? shares.at(-1)?.userId : walkedTo) ?? 0;
    return { shares, othersWait: isCut || walkedTo !== null };
  };

  const findTurns = async (free: number, now: number): Promise<Turns> => {
    const [singles, bulk] = await Promise.all([findShares(0, free, now), findShares(1, free, now)]);
    const all = [...new Set([...idsOf(singles.shares), ...idsOf(bulk.shares)])];
    return {
      shares: { 0: singles.shares, 1: bulk.shares },
      quiet: all.length === 0 ? [] : await findQuiet(all, now),
      othersWait: singles.othersWait || bulk.othersWait,
    };
  };

  const findQuiet = async (userIds: number[], now: number) => {
    const accounts = await findQuietAccounts(db.read, userIds);
    return accounts
      .map(({ user_id, timezone, quiet_from, quiet_until }) => ({
        userId: user_id,
        until: promotionalMayGoAt(now, { zone: timezone, from: quiet_from, until: quiet_until }),
      }))
      .filter(({ until }) => until > now);
  };

  return { findTurns };
}

/** `surely`: an instant that has come even where the clock has jumped ahead. */
type Claim = { free: number; now: number; surely: number; leaseUntil: number };

/** Claims up to `free` messages, single sends first; part of the turn's transaction. */
export async function claim(
  trx: Trx,
  engine: Engine,
  { shares, quiet }: Turns,
  { free, now, surely, leaseUntil }: Claim,
): Promise<Claimed> {
  for (const { userId, until } of quiet) await deferPromotional(trx, { userId, now, until });
  const claims = { now, surely, leaseUntil };
  const singles = await claimShares(trx, engine, { ...claims, priority: 0, shares: shares[0] });
  const left = free - singles.length;
  const cut = left < free ? shareOut(idsOf(shares[1]), left) : shares[1];
  const bulk = await claimShares(trx, engine, { ...claims, priority: 1, shares: cut });
  return {
    ...(await toMessages(trx, engine, [...singles, ...bulk], surely)),
    mayHaveMore: isUsedUp(singles, shares[0]) || isUsedUp(bulk, cut),
  };
}

async function claimShares(
  trx: Trx,
  engine: Engine,
  request: Parameters<typeof claimMessages>[2],
): Promise<ClaimedRow[]> {
  return request.shares.length === 0 ? [] : await claimMessages(trx, engine, request);
}

async function toMessages(trx: Trx, engine: Engine, rows: ClaimedRow[], surely: number) {
  const optedOut = await readOptOuts(trx, engine, rows);
  const messages: ClaimedMessage[] = [];
  const dropped: Settlement[] = [];
  for (const row of rows) {
    if (row.expires_at <= surely) {
      dropped.push(drop(row, 'expire', 'The message was not sent in time.'));
    } else if (row.class === 'promotional' && optedOut.has(`${row.user_id}/${row.phone}`)) {
      dropped.push(drop(row, 'cancel', 'The number has opted out.'));
    } else messages.push(toMessage(row));
  }
  return { messages, dropped };
}

async function readOptOuts(trx: Trx, engine: Engine, rows: ClaimedRow[]): Promise<Set<string>> {
  const promotional = rows.filter((row) => row.class === 'promotional');
  if (promotional.length === 0) return new Set();
  const recipients = promotional.map(({ user_id, phone }) => ({ user_id, phone }));
  const found = await findOptedOut(trx, engine, recipients);
  return new Set(found.map(({ user_id, phone }) => `${user_id}/${phone}`));
}

const idsOf = (shares: { userId: number }[]) => shares.map(({ userId }) => userId);

/** Divides what is free among accounts, at least one message each while there are any left. */
function shareOut(userIds: number[], free: number): { userId: number; count: number }[] {
  const invited = userIds.slice(0, free);
  if (invited.length === 0) return [];
  const each = Math.floor(free / invited.length);
  const extra = free % invited.length;
  return invited.map((userId, index) => ({ userId, count: each + (index < extra ? 1 : 0) }));
}

function isUsedUp(rows: ClaimedRow[], shares: { userId: number; count: number }[]): boolean {
  const counts = new Map<number, number>();
  for (const { user_id } of rows) counts.set(user_id, (counts.get(user_id) ?? 0) + 1);
  return shares.some(({ userId, count }) => count > 0 && counts.get(userId) === count);
}

function toMessage(row: ClaimedRow): ClaimedMessage {
  return {
    id: row.id,
    userId: row.user_id,
    phone: row.phone,
    sender: row.sender,
    simulated: row.simulated === 1,
    text: row.body,
    class: row.class as MessageClass,
    attempts: row.attempts,
    inDoubt: row.in_doubt,
    expiresAt: row.expires_at,
  };
}

function drop({ id, user_id }: ClaimedRow, event: 'expire' | 'cancel', error: string): Settlement {
  const untouched = { provider: null, refs: [], dueAt: null, attempted: false };
  return { id, userId: user_id, event, error, ...untouched };
}
