import { type RawBuilder, sql } from 'kysely';
import type { Engine } from '../../../db/db.ts';
import { prepare } from '../../../db/prepare.ts';
import { type RowOf, rowSet } from '../../../db/row-set.ts';
import {
  type ChangedMessage,
  changedColumns,
  isMessageOfV,
  type MessageKey,
  messageKeyColumns,
  statusIsBefore,
  type Trx,
} from '../../message.ts';
import { nextStatus } from '../../message-states.ts';
import { type JobKey, jobColumns } from '../follow-changes.ts';
import type { MessageUpdate } from '../message-update.ts';

const updateColumns = {
  ...messageKeyColumns,
  from_sending: 'text',
  from_unknown: 'text',
  error: 'text',
  provider: 'text',
  due_at: 'bigint',
  sent_at: 'bigint',
  tries: 'bigint',
  losses: 'bigint',
  claimed_by: 'bigint',
} as const;

const updateRows = prepare(
  ({ rows }: { rows: RowOf<typeof updateColumns>[] }, engine) => sql<ChangedMessage>`
    update sms_messages
    set status = case sms_messages.status when 'sending' then v.from_sending else v.from_unknown end,
      error = coalesce(v.error, case when v.sent_at is null then sms_messages.error end),
      provider = coalesce(v.provider, sms_messages.provider),
      attempts = sms_messages.attempts + v.tries, in_doubt = sms_messages.in_doubt + v.losses,
      due_at = v.due_at, sent_at = v.sent_at, claimed_by = null
    from ${rowSet(engine, updateColumns, rows)} as v
    where ${isMessageOfV} and ${statusIsBefore('accept')}
      and (v.claimed_by is null or sms_messages.claimed_by = v.claimed_by)
    returning ${changedColumns}`,
);

/** Writes down what became of submitted messages; those that have ended or were put off meanwhile stay as they are. */
export async function updateMessages(
  trx: Trx,
  updates: MessageUpdate[],
  now: number,
): Promise<ChangedMessage[]> {
  const rows = updates.map((update) => ({
    id: update.id,
    user_id: update.userId,
    from_sending: nextStatus('sending', update.event) ?? 'sending',
    from_unknown: nextStatus('unknown', update.event) ?? 'unknown',
    error: update.error,
    provider: update.provider,
    due_at: update.dueAt,
    sent_at: update.event === 'accept' ? now : null,
    tries: update.attempted ? 1 : 0,
    losses: update.event === 'lose' ? 1 : 0,
    claimed_by: update.claimedBy,
  }));
  return await updateRows(trx, { rows });
}

/**
 * Undoes `unknown`: a message in doubt whose only copy was not taken after all is as before its submit,
 * unless it was claimed again.
 */
export async function clearDoubts(
  trx: Trx,
  engine: Engine,
  messages: { id: number; userId: number }[],
): Promise<{ id: number; user_id: number }[]> {
  if (messages.length === 0) return [];
  const rows = messages.map(({ id, userId }) => ({ id, user_id: userId }));
  const { rows: cleared } = await sql<{ id: number; user_id: number }>`
    update sms_messages set status = ${sql.lit(nextStatus('unknown', 'clear'))}, in_doubt = 0
    from ${rowSet(engine, messageKeyColumns, rows)} as v
    where ${isMessageOfV} and ${statusIsBefore('clear')}
      and sms_messages.in_doubt = 1 and sms_messages.claimed_by is null
    returning sms_messages.id, sms_messages.user_id`.execute(trx);
  return cleared;
}

/**
 * Finds those of some jobs that were cancelled. On PostgreSQL whoever cancels one of the others waits until this
 * transaction has ended, and so sees what it puts back; others that send from them do not wait.
 */
export async function holdCancelledJobs(
  trx: Trx,
  engine: Engine,
  jobs: JobKey[],
): Promise<number[]> {
  if (jobs.length === 0) return [];
  const { rows } = await sql<{ id: number; cancelled_at: number | null }>`
    select j.id, j.cancelled_at from ${rowSet(engine, jobColumns, jobs)} as v
    cross join sms_jobs as j where j.id = v.job_id and j.user_id = v.user_id
    order by j.user_id, j.id ${engine === 'postgres' ? sql`for key share of j` : sql``}`.execute(
    trx,
  );
  return rows.filter(({ cancelled_at }) => cancelled_at !== null).map(({ id }) => id);
}

/** Cancels messages that nobody has claimed and that were not sent. */
export async function cancelMessages(
  trx: Trx,
  engine: Engine,
  messages: MessageKey[],
): Promise<ChangedMessage[]> {
  return await changeUnclaimed(trx, engine, messages, {
    set: sql`status = 'cancelled', due_at = null, error = null`,
    where: statusIsBefore('cancel'),
  });
}

/** Keeps messages that may have been sent, and that nobody has claimed, from being sent again. */
export async function stopRepeats(
  trx: Trx,
  engine: Engine,
  messages: MessageKey[],
): Promise<ChangedMessage[]> {
  return await changeUnclaimed(trx, engine, messages, {
    set: sql`due_at = null`,
    where: sql`sms_messages.status = 'unknown' and sms_messages.due_at is not null`,
  });
}

type Change = { set: RawBuilder<unknown>; where: RawBuilder<unknown> };

async function changeUnclaimed(
  trx: Trx,
  engine: Engine,
  messages: MessageKey[],
  { set, where }: Change,
): Promise<ChangedMessage[]> {
  if (messages.length === 0) return [];
  const keys = messages.map(({ user_id, id }) => ({ user_id, id }));
  const { rows } = await sql<ChangedMessage>`
    update sms_messages set ${set}
    from ${rowSet(engine, messageKeyColumns, keys)} as v
    where ${isMessageOfV} and ${where} and sms_messages.claimed_by is null
    returning ${changedColumns}`.execute(trx);
  return rows;
}

export type NewRef = { provider: string; ref: string; user_id: number; message_id: number };

const refColumns = {
  provider: 'text',
  ref: 'text',
  user_id: 'bigint',
  message_id: 'bigint',
} as const;

/** Stores the ids by which providers know messages. */
// `where true` keeps SQLite from taking `on conflict` for a join's condition.
export const saveRefs = prepare(
  ({ refs }: { refs: NewRef[] }, engine) => sql`
    insert into sms_provider_refs (provider, ref, user_id, message_id, delivered)
    select provider, ref, user_id, message_id, 0 from ${rowSet(engine, refColumns, refs)} as v
    where true
    on conflict (provider, ref, user_id, message_id) do nothing`,
);
