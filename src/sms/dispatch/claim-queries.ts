import { type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '../../db/db.ts';
import type { Flag } from '../../db/flag.ts';
import { rowSet } from '../../db/row-set.ts';
import { statusesBefore } from '../message-states.ts';
import { senderOfMessage } from '../sender-of-message.ts';
import type { Trx } from './queries.ts';

/** 0 single sends, 1 bulk. */
export type Priority = 0 | 1;

/** Most accounts that one look steps over; those behind them have the next look. */
const longestWalk = 200;

/**
 * Accounts with something due that nobody has in hand, in the order of their ids from `after` on. The
 * index is walked from account to account, so a long queue costs no more than a short one.
 * @returns `walkedTo`, from where the next look goes on; null where the last account was passed.
 */
export async function findWaitingAccounts(
  db: Db,
  {
    priority,
    now,
    after,
    limit,
  }: { priority: Priority; now: number; after: number; limit: number },
): Promise<{ userIds: number[]; walkedTo: number | null }> {
  const { rows } = await sql<{ user_id: number; waits: number }>`
    with recursive accounts(user_id, steps) as (
      select ${nextAccount(priority, sql`${after}`)}, 1
      union all
      select ${nextAccount(priority, sql`accounts.user_id`)}, steps + 1
      from accounts where accounts.user_id is not null and steps < ${sql.lit(longestWalk)}
    )
    select user_id, case when (
      select m.id from sms_messages as m
      where m.priority = ${sql.lit(priority)} and m.user_id = accounts.user_id
        and m.due_at <= ${now} and m.lease_until is null
      order by m.due_at, m.id limit 1
    ) is null then 0 else 1 end as waits
    from accounts where user_id is not null`.execute(db);
  const userIds: number[] = [];
  for (const { user_id, waits } of rows) {
    if (waits === 1) userIds.push(user_id);
    if (userIds.length === limit) return { userIds, walkedTo: user_id };
  }
  const isCut = rows.length === longestWalk;
  return { userIds, walkedTo: isCut ? (rows.at(-1)?.user_id ?? null) : null };
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

export type ClaimedRow = {
  id: number;
  user_id: number;
  phone: string;
  sender: string | null;
  simulated: Flag;
  body: string;
  class: string;
  attempts: number;
  in_doubt: number;
  due_at: number;
  expires_at: number;
};

type Claim = {
  priority: Priority;
  /** How many of each account; the accounts in the order of their turns. */
  shares: { userId: number; count: number }[];
  now: number;
  /** Until when a scheduled message's time has come. */
  surely: number;
  leaseUntil: number;
};

/** A message of a job has its job's text, unless it has one of its own. */
const textOfMessage = sql<string>`coalesce(sms_messages.body, (
  select j.body from sms_jobs as j
  where j.user_id = sms_messages.user_id and j.id = sms_messages.job_id), '')`;

const claimable = sql.join(statusesBefore('claim').map((status) => sql.lit(status)));

/** Takes due messages in hand, the longest due of each account first; no other process gets them. */
export async function claimMessages(
  trx: Trx,
  engine: Engine,
  { priority, shares, now, surely, leaseUntil }: Claim,
): Promise<ClaimedRow[]> {
  const lock = engine === 'postgres' ? sql`for update skip locked` : sql``;
  const arms = shares.map(
    ({ userId, count }) => sql`
      select id, user_id from (
        select id, user_id from sms_messages
        where priority = ${sql.lit(priority)} and user_id = ${userId}
          and due_at <= ${now} and lease_until is null
          and (status <> 'scheduled' or due_at <= ${surely})
        order by due_at, id limit ${count} ${lock}
      ) as due`,
  );
  const { rows } = await sql<ClaimedRow>`
    update sms_messages
    set status = case sms_messages.status when 'unknown' then 'unknown' else 'sending' end,
      lease_until = ${leaseUntil}
    from (${sql.join(arms, sql` union all `)}) as v
    where sms_messages.id = v.id and sms_messages.user_id = v.user_id and sms_messages.status in (${claimable})
    returning sms_messages.id, sms_messages.user_id, sms_messages.phone, sms_messages.class, sms_messages.simulated, sms_messages.attempts, sms_messages.in_doubt, sms_messages.due_at,
      sms_messages.expires_at, ${textOfMessage} as body, ${senderOfMessage} as sender`.execute(trx);
  return rows.sort((a, b) => a.due_at - b.due_at || a.id - b.id);
}

/** Which of these phones have opted out of the account's promotional messages. */
export async function findOptedOut(
  db: Db,
  engine: Engine,
  recipients: { user_id: number; phone: string }[],
): Promise<{ user_id: number; phone: string }[]> {
  const columns = { user_id: 'bigint', phone: 'text' } as const;
  const { rows } = await sql<{ user_id: number; phone: string }>`
    select o.user_id, o.phone from ${rowSet(engine, columns, recipients)} as v
    join sms_opt_outs as o on o.user_id = v.user_id and o.phone = v.phone`.execute(db);
  return rows;
}

export type QuietAccount = {
  user_id: number;
  quiet_from: number;
  quiet_until: number;
  timezone: string;
};

/** Those of the accounts that keep quiet hours. */
export async function findQuietAccounts(db: Db, userIds: number[]): Promise<QuietAccount[]> {
  return await db
    .selectFrom('sms_accounts')
    .innerJoin('users', 'users.id', 'sms_accounts.user_id')
    .select((eb) => [
      'sms_accounts.user_id',
      eb.ref('sms_accounts.quiet_from').$notNull().as('quiet_from'),
      eb.ref('sms_accounts.quiet_until').$notNull().as('quiet_until'),
      'users.timezone',
    ])
    .where('sms_accounts.user_id', 'in', userIds)
    .where('sms_accounts.quiet_from', 'is not', null)
    .where('sms_accounts.quiet_until', 'is not', null)
    .execute();
}

/** Puts an account's due promotional messages off to the end of its quiet hours. */
export async function deferPromotional(
  trx: Trx,
  { userId, now, until }: { userId: number; now: number; until: number },
): Promise<void> {
  await trx
    .updateTable('sms_messages')
    .set({ due_at: until })
    .where('priority', 'in', [0, 1])
    .where('user_id', '=', userId)
    .where('class', '=', 'promotional')
    .where('due_at', '<=', now)
    .where('lease_until', 'is', null)
    .execute();
}

/** Keeps messages that this process has in hand from being taken for lost. */
export async function renewLeases(
  db: Db,
  engine: Engine,
  messages: { id: number; userId: number }[],
  leaseUntil: number,
): Promise<void> {
  const columns = { id: 'bigint', user_id: 'bigint' } as const;
  const rows = messages.map(({ id, userId }) => ({ id, user_id: userId }));
  await sql`
    update sms_messages set lease_until = ${leaseUntil}
    from ${rowSet(engine, columns, rows)} as v
    where sms_messages.id = v.id and sms_messages.user_id = v.user_id and sms_messages.lease_until is not null`.execute(
    db,
  );
}
