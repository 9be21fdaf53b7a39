import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db, Engine } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import type { Clock } from '../../kit/time/clock.ts';
import { followChanges } from '../dispatch/follow-changes.ts';
import { type ChangedMessage, changedColumns, statusIsBefore } from '../message.ts';

export type CancelDeps = {
  db: Database;
  clock: Clock;
  /** Called once events for webhooks are durable. */
  onEvents: () => void;
};

/** Messages of one transaction, so that nobody waits long behind it. */
const atOnce = 1000;

/**
 * Cancels what was not sent, a message or those of a job, and gives its credits back in the same
 * transactions. What is being submitted just then goes its way; what comes back of a job is cancelled then. What may
 * have been sent of a job keeps its credits, and is not sent again.
 * @throws 409 where nothing is left to cancel.
 */
export async function cancel(deps: CancelDeps, cancellation: Cancellation): Promise<void> {
  const isMarked = await markJob(deps, cancellation);
  let cancelled = 0;
  let round = atOnce;
  while (round === atOnce) {
    round = await deps.db.transaction(async (trx) => {
      const changed = await cancelSome(trx, deps.db.engine, { ...cancellation, limit: atOnce });
      await followChanges(trx, deps.db.engine, { moved: changed }, deps.clock());
      return changed.length;
    });
    cancelled += round;
  }
  if (isMarked) await stopRepeatsOf(deps, cancellation);
  if (cancelled > 0) return deps.onEvents();
  if (isMarked) return;
  throw failures.conflict(
    'nothing_to_cancel',
    'Nothing is left to cancel: it was sent or has ended.',
  );
}

/**
 * Marks a job as cancelled, of which anything waits or is with a provider. By itself and before its messages, so that
 * what a provider sends back is either seen here, or sees the mark.
 * @returns false where nothing was marked.
 */
async function markJob(deps: CancelDeps, { userId, jobId }: Cancellation): Promise<boolean> {
  if (jobId === undefined) return false;
  return await deps.db.transaction(async (trx) => {
    const isPostgres = deps.db.engine === 'postgres';
    const { rows } = await sql`
      select j.id from sms_jobs as j where j.user_id = ${userId} and j.id = ${jobId} and exists (
        select 1 from sms_messages where sms_messages.user_id = ${userId}
          and sms_messages.job_id = ${jobId} and sms_messages.due_at is not null)
      ${isPostgres ? sql`for update of j` : sql``}`.execute(trx);
    if (rows.length === 0) return false;
    await trx
      .updateTable('sms_jobs')
      .set({ cancelled_at: deps.clock() })
      .where('user_id', '=', userId)
      .where('id', '=', jobId)
      .execute();
    return true;
  });
}

/** Keeps what may have been sent of a job from being sent again. What is under way stops where it is applied. */
async function stopRepeatsOf(deps: CancelDeps, { userId, jobId }: Cancellation): Promise<void> {
  const { db, clock } = deps;
  let round = atOnce;
  while (round === atOnce) {
    round = await db.transaction(async (trx) => {
      const { rows: stopped } = await sql<ChangedMessage>`
        update sms_messages set due_at = null
        where user_id = ${userId} and id in (
          select id from sms_messages
          where user_id = ${userId} and job_id = ${jobId} and due_at is not null
            and status = 'unknown' and claimed_by is null
          order by id limit ${sql.lit(atOnce)}
          ${db.engine === 'postgres' ? sql`for update skip locked` : sql``}
        ) and status = 'unknown' and claimed_by is null
        returning ${changedColumns}`.execute(trx);
      await followChanges(trx, db.engine, { moved: [], stopped }, clock());
      return stopped.length;
    });
  }
}

export type Cancellation = { userId: number } & (
  | { messageId: number; jobId?: never }
  | { jobId: number; messageId?: never }
);

/**
 * Cancels up to `limit` messages that were not sent and that nobody has claimed, nor is claiming: fewer
 * are all that are left.
 */
export async function cancelSome(
  db: Db,
  engine: Engine,
  { userId, messageId, jobId, limit }: Cancellation & { limit: number },
): Promise<ChangedMessage[]> {
  const isMeant =
    jobId === undefined ? sql`id = ${messageId}` : sql`job_id = ${jobId} and due_at is not null`;
  const cancellable = statusIsBefore('cancel');
  const { rows } = await sql<ChangedMessage>`
    update sms_messages set status = 'cancelled', due_at = null, error = null
    where user_id = ${userId} and id in (
      select id from sms_messages
      where user_id = ${userId} and ${isMeant} and claimed_by is null and ${cancellable}
      order by id limit ${limit}
      ${engine === 'postgres' ? sql`for update skip locked` : sql``}
    ) and claimed_by is null and ${cancellable}
    returning ${changedColumns}`.execute(db);
  return rows;
}
