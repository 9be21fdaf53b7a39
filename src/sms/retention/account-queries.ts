import { sql } from 'kysely';
import type { Db, PageAfter } from '../../db/db.ts';
import type { Ages } from '../counts/old-messages.ts';
import { refundedStatuses } from '../message-states.ts';
import { deleteRejections } from '../rejections/queries.ts';

/** The age of an account's oldest message or job; null where it has none. */
export type OldestOfAccount = { user_id: number; oldest: number | null };

/** Finds the next accounts in the order of their ids. */
export async function findOldestMessages(
  db: Db,
  { after, limit }: PageAfter,
): Promise<OldestOfAccount[]> {
  return await db
    .selectFrom('sms_accounts as a')
    .select(({ selectFrom }) => [
      'a.user_id',
      selectFrom('sms_messages as m')
        .select('m.created_at')
        .whereRef('m.user_id', '=', 'a.user_id')
        .orderBy('m.id')
        .limit(1)
        .as('oldest'),
    ])
    .where('a.user_id', '>', after)
    .orderBy('a.user_id')
    .limit(limit)
    .execute();
}

/** Some of an account's messages: from behind one id, accepted before an instant. */
export type OldOfAccount = { userId: number; after: number; before: number };

/**
 * An account's jobs that are finished and were accepted, or scheduled for an instant, before `before`; with
 * a text where asked for. One that a clock ahead has dated goes with the next one that is old.
 */
export async function findOldJobs(
  db: Db,
  { userId, after, before, ahead }: OldOfAccount & Ages,
  { withText, limit }: { withText: boolean; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('sms_jobs')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .where((eb) =>
      eb.or([
        eb('created_at', '<', before),
        eb.and([
          eb('created_at', '>', ahead),
          eb.exists(
            eb
              .selectFrom('sms_jobs as next')
              .select('next.id')
              .where('next.user_id', '=', userId)
              .whereRef('next.id', '>', 'sms_jobs.id')
              .where('next.created_at', '<', before),
          ),
        ]),
      ]),
    )
    .where('finished_at', 'is not', null)
    // One that ended before its time was cancelled.
    .where((eb) =>
      eb.or([
        eb('scheduled_at', 'is', null),
        eb('scheduled_at', '<', before),
        eb('finished_at', '<', eb.ref('scheduled_at')),
      ]),
    )
    .$if(withText, (query) => query.where('body', 'is not', null))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** The cost of messages, and the part of it that was given back. */
export type Sums = { messages: number; charged: number; refunded: number };

/** Adds up what single messages and jobs had cost that are deleted, so that the ledger still adds up. */
export async function addForgotten(
  trx: Db,
  userId: number,
  { charged, refunded }: Sums,
): Promise<void> {
  await trx
    .insertInto('sms_forgotten')
    .values({ user_id: userId, charged, refunded, redacted_to: 0 })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({
        charged: eb('sms_forgotten.charged', '+', charged),
        refunded: eb('sms_forgotten.refunded', '+', refunded),
      })),
    )
    .execute();
}

/** Deletes a finished job with all of its messages. @returns what these had cost. */
export async function deleteJob(trx: Db, userId: number, jobId: number): Promise<Sums> {
  const ofJob = trx
    .selectFrom('sms_messages')
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId);
  const unsent = sql.join(refundedStatuses.map((status) => sql.lit(status)));
  const { messages, charged, refunded } = await ofJob
    .select(({ fn }) => [
      fn.countAll<number>().as('messages'),
      sql<number | null>`sum(cost)`.as('charged'),
      sql<number | null>`sum(case when status in (${unsent}) then cost else 0 end)`.as('refunded'),
    ])
    .executeTakeFirstOrThrow();
  await trx
    .deleteFrom('sms_provider_refs')
    .where('user_id', '=', userId)
    .where('message_id', 'in', ofJob.select('id'))
    .execute();
  await trx
    .deleteFrom('sms_messages')
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .execute();
  await deleteRejections(trx, userId, jobId);
  await trx.deleteFrom('sms_jobs').where('user_id', '=', userId).where('id', '=', jobId).execute();
  return { messages, charged: Number(charged ?? 0), refunded: Number(refunded ?? 0) };
}

/** True unless a message was sent at a later instant, for which it was scheduled. */
export function isPast(before: number) {
  return sql<boolean>`(status = 'cancelled' or scheduled_at is null or scheduled_at < ${before})`;
}

/** Single messages that nothing waits for, in the order of their ids, up to one that is kept. */
export async function findOverSingles(
  db: Db,
  { userId, after, before }: OldOfAccount,
  { upTo, withText, limit }: { upTo: number; withText: boolean; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('sms_messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .where('id', '<', upTo)
    .where('job_id', 'is', null)
    .where('due_at', 'is', null)
    .where(isPast(before))
    .$if(withText, (query) => query.where('body', 'is not', null))
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes single messages, unless one waits after all. @returns what they had cost. */
export async function deleteSingles(trx: Db, userId: number, ids: number[]): Promise<Sums> {
  const deleted = await trx
    .deleteFrom('sms_messages')
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('due_at', 'is', null)
    .returning(['id', 'cost', 'status'])
    .execute();
  const sums = { messages: 0, charged: 0, refunded: 0 };
  for (const { cost, status } of deleted) {
    sums.messages += 1;
    sums.charged += cost;
    if ((refundedStatuses as readonly string[]).includes(status)) sums.refunded += cost;
  }
  if (deleted.length === 0) return sums;
  await trx
    .deleteFrom('sms_provider_refs')
    .where('user_id', '=', userId)
    .where(
      'message_id',
      'in',
      deleted.map(({ id }) => id),
    )
    .execute();
  return sums;
}
