import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { refundedStatuses } from '../message-states.ts';

const unsent = sql.join(refundedStatuses.map((status) => sql.lit(status)));

/** Accounts that their entries do not bear out, and entries of users without account. */
export async function findBentAccounts(db: Db, limit: number) {
  const { rows } = await sql<{
    user_id: number;
    quota: number | null;
    used: number | null;
    granted: number;
    spent: number;
  }>`
    select user_id, max(quota) as quota, max(used) as used, sum(granted) as granted,
      sum(spent) as spent
    from (
      select user_id, quota, used, 0 as granted, 0 as spent from sms_accounts
      union all
      select user_id, null, null, case when kind in ('grant', 'reversal') then credits else 0 end,
        case when kind in ('grant', 'reversal') then 0 else -credits end
      from sms_ledger
    ) as both_sides
    group by user_id
    having max(quota) is null or max(quota) <> sum(granted) or max(used) <> sum(spent)
      or max(used) > max(quota) or max(used) < 0
    order by user_id limit ${limit}`.execute(db);
  return rows;
}

export async function findUnchargedMessages(db: Db, limit: number) {
  const { rows } = await sql<{
    id: number;
    user_id: number;
    cost: number;
    charged: number | null;
  }>`
    select m.id, m.user_id, m.cost, -l.credits as charged
    from sms_messages as m
    left join sms_ledger as l
      on l.user_id = m.user_id and l.message_id = m.id and l.kind = 'charge'
    where case when m.job_id is null then coalesce(-l.credits, 0) <> m.cost else l.id is not null end
    order by m.user_id, m.id limit ${limit}`.execute(db);
  return rows;
}

export async function findUnchargedJobs(db: Db, limit: number) {
  const { rows } = await sql<{
    id: number;
    user_id: number;
    queued: number;
    messages: number;
    cost: number;
    charged: number;
  }>`
    select j.id, j.user_id, j.queued, coalesce(m.messages, 0) as messages,
      coalesce(m.cost, 0) as cost, coalesce(l.charged, 0) as charged
    from sms_jobs as j
    left join (
      select user_id, job_id, count(*) as messages, sum(cost) as cost from sms_messages
      where job_id is not null group by user_id, job_id
    ) as m on m.user_id = j.user_id and m.job_id = j.id
    left join (
      select user_id, job_id, count(*) as entries, -sum(credits) as charged from sms_ledger
      where job_id is not null and kind = 'charge' group by user_id, job_id
    ) as l on l.user_id = j.user_id and l.job_id = j.id
    where coalesce(m.messages, 0) <> j.queued or coalesce(m.cost, 0) <> coalesce(l.charged, 0)
      or l.entries > 1
    order by j.user_id, j.id limit ${limit}`.execute(db);
  return rows;
}

export async function findWrongRefunds(db: Db, limit: number) {
  const { rows } = await sql<{
    id: number;
    user_id: number;
    status: string;
    cost: number;
    refunded: number | null;
  }>`
    select m.id, m.user_id, m.status, m.cost, l.credits as refunded
    from sms_messages as m
    left join sms_ledger as l
      on l.user_id = m.user_id and l.message_id = m.id and l.kind = 'refund'
    where coalesce(l.credits, 0) <> case when m.status in (${unsent}) then m.cost else 0 end
    order by m.user_id, m.id limit ${limit}`.execute(db);
  return rows;
}

/** Entries of no known kind or sign, and those that should name a message or job and do not. */
export async function findStrayEntries(db: Db, limit: number) {
  const { rows } = await sql<{ id: number; user_id: number; kind: string; credits: number }>`
    select l.id, l.user_id, l.kind, l.credits
    from sms_ledger as l
    where case l.kind
      when 'grant' then l.credits <= 0 or l.message_id is not null or l.job_id is not null
      when 'reversal' then l.credits >= 0 or l.message_id is not null or l.job_id is not null
      when 'charge' then l.credits >= 0 or (l.message_id is null and l.job_id is null)
      when 'refund' then l.credits <= 0 or l.message_id is null
      else true end
    order by l.user_id, l.id limit ${limit}`.execute(db);
  return rows;
}

/**
 * Accounts whose entries about messages and jobs that are not there are not those of what was deleted when
 * its time was over.
 */
export async function findUnforgotten(db: Db, limit: number) {
  const { rows } = await sql<{
    user_id: number;
    charged: number;
    refunded: number;
    gone_charged: number;
    gone_refunded: number;
  }>`
    select user_id, sum(charged) as charged, sum(refunded) as refunded,
      sum(gone_charged) as gone_charged, sum(gone_refunded) as gone_refunded
    from (
      select user_id, 0 as charged, 0 as refunded, charged as gone_charged,
        refunded as gone_refunded
      from sms_forgotten
      union all
      select l.user_id, case l.kind when 'charge' then -l.credits else 0 end,
        case l.kind when 'refund' then l.credits else 0 end, 0, 0
      from sms_ledger as l
      left join sms_messages as m on m.user_id = l.user_id and m.id = l.message_id
      left join sms_jobs as j on j.user_id = l.user_id and j.id = l.job_id
      where l.kind in ('charge', 'refund') and m.id is null and j.id is null
        and (l.message_id is not null or l.job_id is not null)
    ) as both_sides
    group by user_id
    having sum(charged) <> sum(gone_charged) or sum(refunded) <> sum(gone_refunded)
    order by user_id limit ${limit}`.execute(db);
  return rows;
}

export async function countLedger(
  db: Db,
): Promise<{ accounts: number; entries: number; messages: number }> {
  const { rows } = await sql<{ accounts: number; entries: number; messages: number }>`
    select (select count(*) from sms_accounts) as accounts,
      (select count(*) from sms_ledger) as entries,
      (select count(*) from sms_messages) as messages`.execute(db);
  return rows[0] ?? { accounts: 0, entries: 0, messages: 0 };
}
