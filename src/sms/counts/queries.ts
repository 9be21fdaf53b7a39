import { type RawBuilder, sql } from 'kysely';
import type { Db, Engine } from '../../db/db.ts';
import { rowSet } from '../../db/row-set.ts';
import type { Trx } from '../message.ts';
import type { MessageClass } from '../message-states.ts';
import { addends, type Counts, counters, networkOfMessage, quarterOfMessage } from './columns.ts';
import type { Network } from './networks.ts';

const names = (columns: readonly string[]) => sql.join(columns.map((name) => sql.ref(name)));

/** Adds messages to the counts. @param source the rest of a select behind its `from`, with a row `m` each. */
export async function countSelected(
  trx: Trx,
  added: readonly RawBuilder<number>[],
  source: RawBuilder<unknown>,
): Promise<void> {
  const sums = added.map((each) => sql`sum(${each})`);
  const sets = counters.map(
    (name) =>
      sql`${sql.ref(name)} = ${sql.ref(`sms_counts.${name}`)} + ${sql.ref(`excluded.${name}`)}`,
  );
  // In one order, so that two transactions wait for each other and no more.
  await sql`
    insert into sms_counts (user_id, begins_at, network, class, ${names(counters)})
    select m.user_id, ${quarterOfMessage}, ${networkOfMessage}, m.class, ${sql.join(sums)}
    from ${source}
    group by 1, 2, 3, 4 order by 1, 2, 3, 4
    on conflict (user_id, begins_at, network, class) do update set ${sql.join(sets)}`.execute(trx);
}

/**
 * Holds, to the end of the transaction, how far accounts are counted: alone for who counts on, together
 * for who changes messages. On SQLite there is one writer at a time.
 */
export async function holdCounted(
  trx: Trx,
  engine: Engine,
  { userIds, alone }: { userIds: readonly number[]; alone: boolean },
): Promise<void> {
  if (engine === 'sqlite' && !alone) return;
  const rows = userIds.map((user_id) => ({ user_id }));
  await sql`
    insert into sms_counted (user_id, counted_to)
    select user_id, 0 from ${rowSet(engine, { user_id: 'bigint' }, rows)} as v where true
    order by user_id on conflict (user_id) do nothing`.execute(trx);
  if (engine === 'sqlite') return;
  await sql`
    select c.user_id from sms_counted as c
    where c.user_id in (select v.user_id from ${rowSet(engine, { user_id: 'bigint' }, rows)} as v)
    order by c.user_id ${alone ? sql`for update` : sql`for share`}`.execute(trx);
}

/** Finds the id up to which an account's messages are counted. */
export async function countedToOf(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('sms_counted')
    .select('counted_to')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.counted_to ?? 0;
}

/**
 * Finds the earliest instant at which a message was accepted that is not counted yet, of an account or of all: it
 * need not be that of the first one, where a clock was ahead.
 * @returns null where all are counted.
 */
export async function findFirstUncounted(db: Db, userId?: number): Promise<number | null> {
  const ofAccount = userId === undefined ? sql`` : sql`where a.user_id = ${userId}`;
  const { rows } = await sql<{ oldest: number | null }>`
    select min(oldest) as oldest from (
      select (
        -- Computed, so that nobody walks over all messages in the order of their times.
        select min(m.created_at + 0) from sms_messages as m
        where m.user_id = a.user_id and m.id > coalesce(c.counted_to, 0)
      ) as oldest
      from sms_accounts as a left join sms_counted as c on c.user_id = a.user_id ${ofAccount}
    ) as firsts`.execute(db);
  const { oldest = null } = rows[0] ?? {};
  return oldest === null ? null : Number(oldest);
}

/** Messages of a time by network and class. */
export type Count = { network: Network; class: MessageClass } & Counts;

type Span = {
  /** The account; all of them where it is left out. */
  userId?: number | undefined;
  /** `[from, to)`, of whole quarters of an hour. */
  from: number;
  to: number;
  /** False where all messages of the span are known to be counted. */
  withUncounted: boolean;
};

/** Counts the messages that were accepted in a span. One statement: nothing is counted twice, nor missed. */
export async function countSpan(db: Db, engine: Engine, span: Span): Promise<Count[]> {
  const { userId, from, to, withUncounted } = span;
  const ofAccount = userId === undefined ? sql`` : sql` and user_id = ${userId}`;
  const sums = counters.map((name) => sql`sum(${sql.ref(name)}) as ${sql.ref(name)}`);
  const { rows } = await sql<Count>`
    select network, class, ${sql.join(sums)} from (
      select network, class, ${names(counters)} from sms_counts
      where begins_at >= ${from} and begins_at < ${to}${ofAccount}
      ${withUncounted ? sql`union all ${selectUncounted(engine, span)}` : sql``}
    ) as counted group by network, class`.execute(db);
  // PostgreSQL gives sums as texts.
  return rows.map((row) => {
    const sum = Object.fromEntries(counters.map((name) => [name, Number(row[name])])) as Counts;
    return { network: row.network, class: row.class, ...sum };
  });
}

function selectUncounted(engine: Engine, { userId, from, to }: Span): RawBuilder<unknown> {
  const added = addends('whole').map((each, at) => sql`${each} as ${sql.ref(counters[at] ?? '')}`);
  const columns = sql`${networkOfMessage} as network, m.class as class, ${sql.join(added)}`;
  const isMeant = sql`m.created_at >= ${from} and m.created_at < ${to}`;
  if (userId !== undefined) {
    return sql`
      select ${columns} from sms_messages as m
      where m.user_id = ${userId} and ${isMeant}
        and m.id > coalesce((select counted_to from sms_counted where user_id = ${userId}), 0)`;
  }
  const ofAccount = sql`m.user_id = a.user_id and ${isMeant} and m.id > coalesce(c.counted_to, 0)`;
  // Account by account through its index: PostgreSQL would rather read the whole table.
  const messages =
    engine === 'postgres'
      ? sql`cross join lateral (
          select * from sms_messages as m where ${ofAccount} offset 0) as m`
      : sql`cross join sms_messages as m where ${ofAccount}`;
  return sql`
    select ${columns} from sms_accounts as a
    left join sms_counted as c on c.user_id = a.user_id ${messages}`;
}

/** Deletes counts of times before an instant. @returns how many, at most `limit`. */
export async function deleteOldCounts(
  db: Db,
  { before, limit }: { before: number; limit: number },
): Promise<number> {
  const { rows } = await sql<object>`
    delete from sms_counts where (user_id, begins_at, network, class) in (
      select user_id, begins_at, network, class from sms_counts
      where begins_at < ${before} order by begins_at limit ${limit}
    ) returning user_id`.execute(db);
  return rows.length;
}
