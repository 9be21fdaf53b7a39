import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Engine } from '../../db/db.ts';
import type { Flag } from '../../db/tables/flag.ts';
import { spellingsOf } from '../dispatch/receipts/match-receipt.ts';
import { tidyId } from '../providers/id-forms.ts';

/** What an administrator looks for. */
export type Sought =
  | { by: 'phone'; value: string }
  | { by: 'message_id'; value: number }
  | { by: 'provider_id'; value: string };

export type FoundMessage = {
  id: number;
  user_id: number;
  email: string;
  job_id: number | null;
  phone: string;
  class: string;
  status: string;
  segments: number;
  cost: number;
  error: string | null;
  provider: string | null;
  sender: string | null;
  attempts: number;
  created_at: number;
  sent_at: number | null;
  delivered_at: number | null;
  simulated: Flag;
  /** Null where it was not asked for, or is no longer kept. */
  text: string | null;
};

type Search = {
  sought: Sought;
  withText: boolean;
  /** Names of the providers by which ids are looked up. */
  providers: readonly string[];
  before: number;
  limit: number;
};

/** Finds messages of all accounts, newest first, from before the one with id `before`. */
export async function findMessagesOfAll(
  { longRead, engine }: Pick<Database, 'longRead' | 'engine'>,
  search: Search,
): Promise<FoundMessage[]> {
  const { sought, withText, before, limit } = search;
  const text = withText ? sql`coalesce(m.body, j.body)` : sql`null`;
  const { rows } = await sql<FoundMessage>`
    select m.id, m.user_id, u.email, m.job_id, m.phone, m.class, m.status, m.segments, m.cost, m.error,
      m.provider, m.sender, m.attempts, m.created_at, m.sent_at, m.delivered_at, m.simulated,
      ${text} as text
    from (${keysOf(engine, search)}) as k
    join sms_messages as m on m.user_id = k.user_id and m.id = k.id
    join users as u on u.id = m.user_id
    left join sms_jobs as j on j.user_id = m.user_id and j.id = m.job_id
    where m.id < ${before}${sought.by === 'phone' ? sql` and m.phone = ${sought.value}` : sql``}
    order by m.id desc limit ${limit}`.execute(longRead);
  return rows;
}

/** The keys of what is sought, each by an index. */
function keysOf(engine: Engine, { sought, providers, before, limit }: Search): RawBuilder<unknown> {
  switch (sought.by) {
    case 'phone':
      return sql`
        select user_id, id from sms_messages where phone = ${sought.value} and id < ${before}
        order by id desc limit ${limit}`;
    case 'provider_id':
      return sql`
        select distinct user_id, message_id as id from sms_provider_refs
        where provider in (${sql.join(providers)}) and ref in (${sql.join(refsOf(sought.value))}) limit 500`;
    case 'message_id':
      // On PostgreSQL ids are found within an account alone: one look into the index for each account.
      return engine === 'sqlite'
        ? sql`select user_id, id from sms_messages where id = ${sought.value}`
        : sql`
          select found.user_id, found.id from sms_accounts as a cross join lateral (
            select m.user_id, m.id from sms_messages as m
            where m.user_id = a.user_id and m.id = ${sought.value} limit 1
          ) as found`;
  }
}

/** The ids as they are stored that an id means, in whichever form the provider, its receipts or its tickets have it. */
function refsOf(id: string): string[] {
  return [...new Set([id, ...spellingsOf({ ref: tidyId(id), anyForm: true }).keys()])];
}

/** Counts found messages by their account. */
export function countByAccount(messages: readonly FoundMessage[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const { user_id } of messages) counts.set(user_id, (counts.get(user_id) ?? 0) + 1);
  return counts;
}
