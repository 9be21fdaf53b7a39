import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { refundedStatuses } from '../message-states.ts';

/** What sums are taken by. */
export const sumGrounds = ['campaign', 'key', 'sender'] as const;
export type SumGround = (typeof sumGrounds)[number];

export type Sum = {
  /** The campaign, the id of the key, or the sender as it was asked for; null for none. */
  ground: string | null;
  messages: number;
  delivered: number;
  credits: number;
  refunded: number;
};

type Time = { from: number; to: number };

const groundOf: Record<SumGround, RawBuilder<string | null>> = {
  campaign: sql`j.campaign`,
  key: sql`cast(coalesce(m.key_id, j.key_id) as text)`,
  sender: sql`m.sender`,
};

/** Sums up an account's messages of a time `[from, to)`, those that cost most first. */
export async function sumMessages(
  db: Db,
  userId: number,
  { from, to, by, limit }: Time & { by: SumGround; limit: number },
): Promise<Sum[]> {
  const unsent = sql.join(refundedStatuses.map((status) => sql.lit(status)));
  const { rows } = await sql<Sum>`
    select ${groundOf[by]} as ground, count(*) as messages,
      sum(case when m.status = 'delivered' then 1 else 0 end) as delivered,
      sum(m.cost) as credits,
      sum(case when m.status in (${unsent}) then m.cost else 0 end) as refunded
    from sms_messages as m
    left join sms_jobs as j on j.user_id = m.user_id and j.id = m.job_id
    where m.user_id = ${userId} and m.created_at >= ${from} and m.created_at < ${to}
    group by 1 order by 4 desc, 1 limit ${limit}`.execute(db);
  return rows.map(({ ground, ...sums }) => ({ ground, ...toNumbers(sums) }));
}

/** PostgreSQL gives sums as texts. */
function toNumbers(sums: Omit<Sum, 'ground'>): Omit<Sum, 'ground'> {
  const { messages, delivered, credits, refunded } = sums;
  return {
    messages: Number(messages),
    delivered: Number(delivered),
    credits: Number(credits),
    refunded: Number(refunded),
  };
}

/** Sums up the ledger of an account in a time `[from, to)` by what changed the credits. */
export async function sumLedger(
  db: Db,
  userId: number,
  { from, to }: Time,
): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('sms_ledger')
    .select(['kind', ({ fn }) => fn.sum<number>('credits').as('credits')])
    .where('user_id', '=', userId)
    .where('created_at', '>=', from)
    .where('created_at', '<', to)
    .groupBy('kind')
    .execute();
  return new Map(rows.map(({ kind, credits }) => [kind, Number(credits)]));
}

/** Names of keys by their ids, revoked ones too. */
export async function findKeyNames(
  db: Db,
  userId: number,
  ids: readonly number[],
): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('sms_keys')
    .select(['id', 'name'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [String(id), name]));
}
