import { LRUCache } from 'lru-cache';
import type { Database } from '../../db/database.ts';
import type { MessageClass } from '../messages/message-states.ts';
import { promotionalMayGoAt } from '../quiet-hours.ts';
import {
  type ClaimedRow,
  claimMessages,
  deferPromotional,
  findJobTexts,
  findOptedOut,
  findQuietAccounts,
  findWaitingAccounts,
  type Priority,
} from './claim-queries.ts';
import type { Trx } from './queries.ts';
import { quickReader } from './quick-reader.ts';
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
/** Texts of jobs that are kept, so that a job of 10,000 messages is read once. */
const mostTexts = 2000;

/** Decides who may send next and takes their messages in hand; fair between accounts. */
export function createClaimer(db: Database) {
  const { engine } = db;
  const texts = new LRUCache<string, string>({ max: mostTexts });
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
    const singles = await findShares(0, free, now);
    const bulk = await findShares(1, free, now);
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

  /** Claims up to `free` messages, single sends first; part of the turn's transaction. */
  const claim = async (
    trx: Trx,
    { shares, quiet }: Turns,
    { free, now, leaseUntil }: { free: number; now: number; leaseUntil: number },
  ): Promise<Claimed> => {
    for (const { userId, until } of quiet) await deferPromotional(trx, { userId, now, until });
    const claims = { now, leaseUntil };
    const singles = await claimShares(trx, { ...claims, priority: 0, shares: shares[0] });
    const left = free - singles.length;
    const cut = left < free ? shareOut(idsOf(shares[1]), left) : shares[1];
    const bulk = await claimShares(trx, { ...claims, priority: 1, shares: cut });
    const rows = [...singles, ...bulk];
    return {
      ...(await toMessages(trx, rows, now)),
      mayHaveMore: isUsedUp(singles, shares[0]) || isUsedUp(bulk, cut),
    };
  };

  const claimShares = async (trx: Trx, request: Parameters<typeof claimMessages>[2]) =>
    request.shares.length === 0 ? [] : await claimMessages(trx, engine, request);

  const toMessages = async (trx: Trx, rows: ClaimedRow[], now: number) => {
    await readTexts(trx, rows);
    const optedOut = await findOptOuts(trx, rows);
    const messages: ClaimedMessage[] = [];
    const dropped: Settlement[] = [];
    for (const row of rows) {
      if (row.expires_at <= now)
        dropped.push(drop(row, 'expire', 'The message was not sent in time.'));
      else if (optedOut.has(`${row.user_id}/${row.phone}`) && row.class === 'promotional')
        dropped.push(drop(row, 'cancel', 'The number has opted out.'));
      else messages.push(toMessage(row, row.body ?? texts.get(jobKey(row)) ?? ''));
    }
    return { messages, dropped };
  };

  const readTexts = async (trx: Trx, rows: ClaimedRow[]) => {
    const missing = new Map<string, { user_id: number; job_id: number }>();
    for (const { body, user_id, job_id } of rows) {
      if (body !== null || job_id === null) continue;
      const key = `${user_id}/${job_id}`;
      if (!texts.has(key)) missing.set(key, { user_id, job_id });
    }
    if (missing.size === 0) return;
    const found = await findJobTexts(quickReader(trx, db), engine, [...missing.values()]);
    for (const { user_id, id, body } of found) texts.set(`${user_id}/${id}`, body);
  };

  const findOptOuts = async (trx: Trx, rows: ClaimedRow[]): Promise<Set<string>> => {
    const promotional = rows.filter((row) => row.class === 'promotional');
    if (promotional.length === 0) return new Set();
    const recipients = promotional.map(({ user_id, phone }) => ({ user_id, phone }));
    const found = await findOptedOut(quickReader(trx, db), engine, recipients);
    return new Set(found.map(({ user_id, phone }) => `${user_id}/${phone}`));
  };

  return { findTurns, claim };
}

const jobKey = ({ user_id, job_id }: ClaimedRow) => `${user_id}/${job_id}`;
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

function toMessage(row: ClaimedRow, text: string): ClaimedMessage {
  return {
    id: row.id,
    userId: row.user_id,
    phone: row.phone,
    text,
    class: row.class as MessageClass,
    attempts: row.attempts,
    expiresAt: row.expires_at,
  };
}

function drop({ id, user_id }: ClaimedRow, event: 'expire' | 'cancel', error: string): Settlement {
  const untouched = { provider: null, refs: [], dueAt: null, attempted: false };
  return { id, userId: user_id, event, error, ...untouched };
}
