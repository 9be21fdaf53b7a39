import { sql } from 'kysely';
import type { Db, Engine } from '../../db/db.ts';
import { rowSet } from '../../db/row-set.ts';

/** An entry of a bulk request that was left out: where it stood, from 0, how it was written, and why. */
export type Rejection = { index: number; to: string | null; error: string };

const columns = { place: 'bigint', written: 'text', error: 'text' } as const;

/** Keeps what was left out of a job, all of it in one statement. */
export async function insertRejections(
  db: Db,
  engine: Engine,
  rejections: readonly Rejection[],
  { userId, jobId }: { userId: number; jobId: number },
): Promise<void> {
  if (rejections.length === 0) return;
  const rows = rejections.map(({ index, to, error }) => ({ place: index, written: to, error }));
  await sql`
    insert into sms_rejections (user_id, job_id, place, written, error)
    select cast(${userId} as bigint), cast(${jobId} as bigint), place, written, error
    from ${rowSet(engine, columns, rows)} as v`.execute(db);
}

export type RejectionRow = { place: number; written: string | null; error: string };

/** Finds what was left out of a job, in the order of the request, from after a place. */
export async function findRejections(
  db: Db,
  { userId, jobId }: { userId: number; jobId: number },
  { after, limit }: { after: number; limit: number },
): Promise<RejectionRow[]> {
  return await db
    .selectFrom('sms_rejections')
    .select(['place', 'written', 'error'])
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .where('place', '>', after)
    .orderBy('place')
    .limit(limit)
    .execute();
}

/** Deletes what was left out of a job; they are as old as its text. */
export async function deleteRejections(db: Db, userId: number, jobId: number): Promise<void> {
  await db
    .deleteFrom('sms_rejections')
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .execute();
}
