import { sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import { isPast } from './account-queries.ts';

/** Finds the id up to which an account's single messages have lost their texts. */
export async function findRedactedTo(db: Db, userId: number): Promise<number> {
  const row = await db
    .selectFrom('sms_forgotten')
    .select('redacted_to')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.redacted_to ?? 0;
}

export async function saveRedactedTo(db: Db, userId: number, id: number): Promise<void> {
  await db
    .insertInto('sms_forgotten')
    .values({ user_id: userId, charged: 0, refunded: 0, redacted_to: id })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ redacted_to: id }))
    .execute();
}

/** Finds the first single message of a range that still waits, or waited until after an instant. */
export async function findFirstWaiting(
  db: Db,
  userId: number,
  { after, upTo, before }: { after: number; upTo: number; before: number },
): Promise<number | undefined> {
  const row = await db
    .selectFrom('sms_messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '>', after)
    .where('id', '<', upTo)
    .where('job_id', 'is', null)
    .where((eb) => eb.or([eb('due_at', 'is not', null), eb.not(isPast(before))]))
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id;
}

/**
 * Empties the texts of messages that nothing waits for, with their references, which may name a person too.
 * What a message of a job had of its own becomes empty, not null: until the job's goes too, that would be
 * shown in its place.
 * @returns how many had one.
 */
export async function redactMessages(db: Db, userId: number, ids: number[]): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('sms_messages')
    .set({ body: sql`case when job_id is null then null else '' end`, reference: null })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .where('due_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
}

/** Finds messages of a job that have a text of their own, from behind an id. */
export async function findPersonalised(
  db: Db,
  { userId, jobId, after, limit }: { userId: number; jobId: number; after: number; limit: number },
): Promise<number[]> {
  const rows = await db
    .selectFrom('sms_messages')
    .select('id')
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .where('id', '>', after)
    .where('body', '<>', '')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Empties the text of a job, and so that of all its messages that have none of their own. */
export async function redactJob(db: Db, userId: number, jobId: number): Promise<void> {
  await db
    .updateTable('sms_jobs')
    .set({ body: null })
    .where('user_id', '=', userId)
    .where('id', '=', jobId)
    .execute();
}
