import type { Insertable, Selectable } from 'kysely';
import type { Db, PageBefore } from '../../db/db.ts';
import type { SmsJobsTable } from '../../db/tables/sms-tables.ts';

export type Job = Omit<Selectable<SmsJobsTable>, 'user_id' | 'key_id' | 'cancelled_at'>;

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

const columns = [
  'id',
  'campaign',
  'class',
  'body',
  'queued',
  'scheduled_at',
  'created_at',
  'finished_at',
  'rejected_count',
] as const;

/** Undefined where the account has no such job. */
export async function findJob(db: Db, userId: number, id: number): Promise<Job | undefined> {
  return await db
    .selectFrom('sms_jobs')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Finds jobs of an account, newest first, from before the one with id `before`. */
export async function findJobs(
  db: Db,
  userId: number,
  { before, limit }: PageBefore,
): Promise<Job[]> {
  return await db
    .selectFrom('sms_jobs')
    .select(columns)
    .where('user_id', '=', userId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export type StatusCount = { job_id: number | null; status: string; count: number };

/** Counts the messages of each job in each state; states without any are left out. */
export async function countByStatus(
  db: Db,
  userId: number,
  jobIds: readonly number[],
): Promise<StatusCount[]> {
  if (jobIds.length === 0) return [];
  return await db
    .selectFrom('sms_messages')
    .select(['job_id', 'status', ({ fn }) => fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where('job_id', 'in', jobIds)
    .groupBy(['job_id', 'status'])
    .execute();
}
