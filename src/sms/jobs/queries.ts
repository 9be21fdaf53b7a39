import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../db/database.ts';
import type { SmsJobsTable } from '../../db/sms-tables.ts';

export type Job = Omit<Selectable<SmsJobsTable>, 'user_id'>;

export async function insertJob(
  db: Db,
  job: Omit<Insertable<SmsJobsTable>, 'finished_at'>,
): Promise<number> {
  const { id } = await db
    .insertInto('sms_jobs')
    .values({ ...job, finished_at: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Undefined where the account has no such job. */
export async function findJob(db: Db, userId: number, id: number): Promise<Job | undefined> {
  return await db
    .selectFrom('sms_jobs')
    .select([
      'id',
      'campaign',
      'class',
      'body',
      'queued',
      'scheduled_at',
      'created_at',
      'finished_at',
    ])
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** How many messages of a job are in each state; states without any are left out. */
export async function countByStatus(
  db: Db,
  userId: number,
  jobId: number,
): Promise<{ status: string; count: number }[]> {
  return await db
    .selectFrom('sms_messages')
    .select(['status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('job_id', '=', jobId)
    .groupBy('status')
    .execute();
}
