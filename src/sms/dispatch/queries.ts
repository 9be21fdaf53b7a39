import { sql, type Transaction } from 'kysely';
import type { Engine } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { type RowOf, rowSet } from '../../db/row-set.ts';
import type { Tables } from '../../db/tables.ts';
import { nextStatus, statusesBefore } from '../message-states.ts';
import type { Settlement } from './settlement.ts';

export type Trx = Transaction<Tables>;
/** A message whose row a transaction has changed. */
export type ChangedMessage = {
  id: number;
  user_id: number;
  job_id: number | null;
  status: string;
  cost: number;
  due_at: number | null;
};

const changedColumns = sql.join(
  ['id', 'user_id', 'job_id', 'status', 'cost', 'due_at'].map((name) =>
    sql.ref(`sms_messages.${name}`),
  ),
);

const list = (statuses: readonly string[]) => sql.join(statuses.map((status) => sql.lit(status)));
const inHand = list(statusesBefore('accept'));

const settledColumns = {
  id: 'bigint',
  user_id: 'bigint',
  from_sending: 'text',
  from_unknown: 'text',
  error: 'text',
  provider: 'text',
  due_at: 'bigint',
  sent_at: 'bigint',
  tries: 'bigint',
  losses: 'bigint',
} as const;

const settleRows = prepare(
  ({ rows }: { rows: RowOf<typeof settledColumns>[] }, engine) => sql<ChangedMessage>`
    update sms_messages
    set status = case sms_messages.status when 'sending' then v.from_sending else v.from_unknown end,
      error = coalesce(v.error, case when v.sent_at is null then sms_messages.error end),
      provider = coalesce(v.provider, sms_messages.provider),
      attempts = sms_messages.attempts + v.tries, in_doubt = sms_messages.in_doubt + v.losses,
      due_at = v.due_at, sent_at = v.sent_at, lease_until = null
    from ${rowSet(engine, settledColumns, rows)} as v
    where sms_messages.id = v.id and sms_messages.user_id = v.user_id and sms_messages.status in (${inHand})
    returning ${changedColumns}`,
);

/** Writes down what became of messages in hand; those that have ended meanwhile stay as they are. */
export async function settleMessages(
  trx: Trx,
  settlements: Settlement[],
  now: number,
): Promise<ChangedMessage[]> {
  const rows = settlements.map(({ id, userId, event, error, provider, dueAt, attempted }) => ({
    id,
    user_id: userId,
    from_sending: nextStatus('sending', event) ?? 'sending',
    from_unknown: nextStatus('unknown', event) ?? 'unknown',
    error,
    provider,
    due_at: dueAt,
    sent_at: event === 'accept' ? now : null,
    tries: attempted ? 1 : 0,
    losses: event === 'lose' ? 1 : 0,
  }));
  return await settleRows(trx, { rows });
}

/**
 * Takes back that nobody knows: those of the messages are as they were before they left whose only copy
 * in doubt was not taken after all, and that nobody has in hand again.
 */
export async function clearDoubts(
  trx: Trx,
  engine: Engine,
  messages: { id: number; userId: number }[],
): Promise<{ id: number; user_id: number }[]> {
  if (messages.length === 0) return [];
  const columns = { id: 'bigint', user_id: 'bigint' } as const;
  const rows = messages.map(({ id, userId }) => ({ id, user_id: userId }));
  const { rows: cleared } = await sql<{ id: number; user_id: number }>`
    update sms_messages set status = ${sql.lit(nextStatus('unknown', 'clear'))}, in_doubt = 0
    from ${rowSet(engine, columns, rows)} as v
    where sms_messages.id = v.id and sms_messages.user_id = v.user_id
      and sms_messages.status in (${list(statusesBefore('clear'))})
      and sms_messages.in_doubt = 1 and sms_messages.lease_until is null
    returning sms_messages.id, sms_messages.user_id`.execute(trx);
  return cleared;
}

export type NewRef = { provider: string; ref: string; user_id: number; message_id: number };

/** Remembers by which ids a provider knows messages. */
export async function saveRefs(trx: Trx, refs: NewRef[]): Promise<void> {
  await saveRefRows(trx, { refs });
}

const refColumns = {
  provider: 'text',
  ref: 'text',
  user_id: 'bigint',
  message_id: 'bigint',
} as const;

// `where true` keeps SQLite from taking `on conflict` for a join's condition.
const saveRefRows = prepare(
  ({ refs }: { refs: NewRef[] }, engine) => sql`
    insert into sms_provider_refs (provider, ref, user_id, message_id, delivered)
    select provider, ref, user_id, message_id, 0 from ${rowSet(engine, refColumns, refs)} as v
    where true
    on conflict (provider, ref, user_id, message_id) do nothing`,
);

type JobKey = { user_id: number; job_id: number };

/**
 * Writes down which of these jobs have nothing left in the outbox. On PostgreSQL several transactions may
 * settle the last messages of a job at once, and none would see the others' before they are committed:
 * so each waits here for the one before it, and the last one sees all. Nobody waits as long as the job
 * has a message that nobody has in hand: whoever settles that one asks again.
 */
export async function finishJobs(
  trx: Trx,
  engine: Engine,
  jobs: JobKey[],
  now: number,
): Promise<void> {
  if (jobs.length === 0) return;
  const ending = engine === 'postgres' ? await holdEndingJobs(trx, { jobs }) : jobs;
  if (ending.length > 0) await finishRows(trx, { jobs: ending, now });
}

const jobColumns = { user_id: 'bigint', job_id: 'bigint' } as const;

/** The first message of the job that waits, by the order of the index of what is due. */
const firstDue = (further = sql``) => sql`(
  select m.id from sms_messages as m
  where m.priority = 1 and m.user_id = v.user_id and m.due_at is not null
    and m.job_id = v.job_id ${further}
  order by m.due_at, m.id limit 1)`;

const holdEndingJobs = prepare(
  ({ jobs }: { jobs: JobKey[] }, engine) => sql<JobKey>`
    select j.user_id, j.id as job_id from ${rowSet(engine, jobColumns, jobs)} as v
    cross join sms_jobs as j
    where j.id = v.job_id and j.user_id = v.user_id and j.finished_at is null
      and ${firstDue(sql`and m.lease_until is null`)} is null
    order by j.user_id, j.id for no key update of j`,
);

const finishRows = prepare(
  ({ jobs, now }: { jobs: JobKey[]; now: number }, engine) => sql<never>`
    update sms_jobs as j set finished_at = ${now}
    from ${rowSet(engine, jobColumns, jobs)} as v
    where j.id = v.job_id and j.user_id = v.user_id and j.finished_at is null
      and ${firstDue()} is null`,
);
