import { type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '../../db/db.ts';
import {
  isMessageOfV,
  type StoredMessage,
  type StoredRow,
  statusIsBefore,
  storedColumns,
  type Trx,
  toStored,
} from '../message.ts';
import { isSuspended } from '../suspension/queries.ts';
import { isInLane, type LaneRule } from './lanes.ts';

/** 0 single sends, 1 bulk. */
export type Priority = 0 | 1;

/** Most accounts that one look steps over; those behind them have the next look. */
const longestWalk = 200;
/**
 * Most due messages of an account that are looked at for those of a lane: the others may be many, and they
 * are stepped over at each look.
 */
const mostPassedOver = 20_000;

/**
 * Finds accounts that are not suspended with an unclaimed message that is due, in the order of their ids from `after` on. The
 * index is walked from account to account, so a long queue costs no more than a short one.
 * @returns `walkedTo`, the id after which the next look begins; null where the last account was passed.
 */
export async function findWaitingAccounts(
  db: Db,
  {
    priority,
    now,
    after,
    limit,
    rules,
  }: {
    priority: Priority;
    now: number;
    after: number;
    limit: number;
    rules: readonly LaneRule[] | null;
  },
): Promise<{ userIds: number[]; walkedTo: number | null }> {
  const { rows } = await sql<{ user_id: number; waits: number }>`
    with recursive accounts(user_id, steps) as (
      select ${nextAccount(priority, sql`${after}`)}, 1
      union all
      select ${nextAccount(priority, sql`accounts.user_id`)}, steps + 1
      from accounts where accounts.user_id is not null and steps < ${sql.lit(longestWalk)}
    )
    select user_id, case when (
      ${firstDue(sql`accounts.user_id`, { priority, now, rules })}
    ) is null or ${isSuspended(sql`accounts.user_id`)} then 0 else 1 end as waits
    from accounts where user_id is not null`.execute(db);
  const userIds: number[] = [];
  for (const { user_id, waits } of rows) {
    if (waits === 1) userIds.push(user_id);
    if (userIds.length === limit) return { userIds, walkedTo: user_id };
  }
  const isCut = rows.length === longestWalk;
  return { userIds, walkedTo: isCut ? (rows.at(-1)?.user_id ?? null) : null };
}

/** The first unclaimed message of an account that is due, of those of a lane. */
function firstDue(
  userId: RawBuilder<unknown>,
  { priority, now, rules }: { priority: Priority; now: number; rules: readonly LaneRule[] | null },
): RawBuilder<unknown> {
  const due = (columns: RawBuilder<unknown>, limit: number) => sql`
    select ${columns} from sms_messages as m
    where m.priority = ${sql.lit(priority)} and m.user_id = ${userId}
      and m.due_at <= ${now} and m.claimed_by is null
    order by m.due_at, m.id limit ${sql.lit(limit)}`;
  if (rules === null) return due(sql`m.id`, 1);
  const columns = sql`m.id, m.phone, m.class, m.simulated`;
  return sql`select id from (${due(columns, mostPassedOver)}) as d where ${isInLane(rules)} limit 1`;
}

/**
 * The first account behind another one in the index of what is due. Asked for in the order of that index:
 * PostgreSQL would take `min(user_id)` from the primary key, and walk over every message ever sent.
 */
function nextAccount(priority: Priority, after: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`(
    select m.user_id from sms_messages as m
    where m.priority = ${sql.lit(priority)} and m.due_at is not null and m.user_id > ${after}
    order by m.user_id, m.due_at, m.id limit 1
  )`;
}

/**
 * Counts the messages that are due and have not gone out, those of suspended accounts left out; `since` is
 * the due time of the oldest.
 */
export async function countDue(db: Db, now: number): Promise<{ count: number; since?: number }> {
  const { count, since } = await db
    .selectFrom('sms_messages')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('due_at').as('since')])
    .where('priority', 'in', [0, 1])
    .where('due_at', '<=', now)
    .where(({ not }) => not(isSuspended(sql`sms_messages.user_id`)))
    .executeTakeFirstOrThrow();
  return { count, ...(since !== null && { since }) };
}

export type Share = { userId: number; count: number };

export type Claim = {
  priority: Priority;
  shares: Share[];
  /** The lane that is claimed for. */
  rules: readonly LaneRule[] | null;
  now: number;
  /** The earliest that it may be (`ClockWatch.cautious`): by it messages expire, and scheduled ones are due. */
  cautiousNow: number;
  /** The claimer, held by the transaction. */
  claimerId: number;
};

/** Claims due messages, the longest due of each account first; no other process gets them. */
export async function claimMessages(
  trx: Trx,
  engine: Engine,
  { priority, shares, rules, now, cautiousNow, claimerId }: Claim,
): Promise<StoredMessage[]> {
  if (shares.length === 0) return [];
  const lock = engine === 'postgres' ? sql`for update skip locked` : sql``;
  const isOfLane = (userId: number) =>
    rules === null
      ? sql``
      : sql`and ${isInLane(rules)} and id in (
          select id from sms_messages
          where priority = ${sql.lit(priority)} and user_id = ${userId}
            and due_at <= ${now} and claimed_by is null
          order by due_at, id limit ${sql.lit(mostPassedOver)})`;
  const arms = shares.map(
    ({ userId, count }) => sql`
      select id, user_id from (
        select id, user_id from sms_messages
        where priority = ${sql.lit(priority)} and user_id = ${userId}
          and due_at <= ${now} and claimed_by is null
          and (status <> 'scheduled' or due_at <= ${cautiousNow})
          and not ${isSuspended(sql`${userId}`)} ${isOfLane(userId)}
        order by due_at, id limit ${count} ${lock}
      ) as due`,
  );
  const { rows } = await sql<StoredRow & { due_at: number }>`
    update sms_messages
    set status = case sms_messages.status when 'unknown' then 'unknown' else 'sending' end,
      claimed_by = ${claimerId}
    from (${sql.join(arms, sql` union all `)}) as v
    where ${isMessageOfV} and ${statusIsBefore('claim')}
    returning ${storedColumns}, sms_messages.due_at`.execute(trx);
  return rows.sort((a, b) => a.due_at - b.due_at || a.id - b.id).map(toStored);
}

/** Finds all messages of a claimer in the outbox. The outbox is walked as a whole: claims have no index. */
export async function findClaimed(
  db: Db,
  claimerId: number,
): Promise<{ id: number; user_id: number; due_at: number }[]> {
  const { rows } = await sql<{ id: number; user_id: number; due_at: number }>`
    select id, user_id, due_at from sms_messages
    where priority in (0, 1) and due_at is not null and claimed_by = ${claimerId}`.execute(db);
  return rows;
}

/**
 * Puts an account's due promotional messages off to the end of its quiet hours, from which their validity
 * counts: else a short one would end within the night.
 */
export async function deferPromotional(
  trx: Trx,
  { userId, now, until }: { userId: number; now: number; until: number },
): Promise<void> {
  await trx
    .updateTable('sms_messages')
    .set({ due_at: until, expires_at: sql`expires_at + cast(${until} as bigint) - due_at` })
    .where('priority', 'in', [0, 1])
    .where('user_id', '=', userId)
    .where('class', '=', 'promotional')
    .where('due_at', '<=', now)
    .where('claimed_by', 'is', null)
    .execute();
}
