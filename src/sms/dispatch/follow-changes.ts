import { sql } from 'kysely';
import type { Engine } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { rowSet } from '../../db/row-set.ts';
import { countLateChanges } from '../counts/late-changes.ts';
import { refundMessages } from '../credits/credits.ts';
import type { ChangedMessage, Trx } from '../message.ts';
import { refundedStatuses } from '../message-states.ts';
import { enqueueStatusEvents } from '../webhooks/enqueue-events.ts';

/** Everything that follows from changes of messages' states, in their transaction: refunds, events, ends of jobs, counts. */
export async function followChanges(
  trx: Trx,
  engine: Engine,
  changed: ChangedMessage[],
  now: number,
): Promise<void> {
  const refunded = changed.filter(({ status }) => refundedStatuses.some((each) => each === status));
  if (refunded.length > 0) await refundMessages(trx, refunded, now);
  await enqueueStatusEvents(trx, changed, now);
  const jobs = new Map<string, JobKey>();
  for (const { user_id, job_id, due_at } of changed) {
    if (job_id !== null && due_at === null) jobs.set(`${user_id}/${job_id}`, { user_id, job_id });
  }
  if (jobs.size > 0) await finishJobs(trx, engine, [...jobs.values()], now);
  await countLateChanges(trx, engine, changed, now);
}

type JobKey = { user_id: number; job_id: number };

/**
 * Marks the jobs as finished that have nothing left in the outbox. On PostgreSQL several transactions may
 * write the last messages of a job at once, and none would see the others' before they are committed: so
 * each waits here for the one before it, and the last one sees all. None waits as long as the job has an
 * unclaimed message: the transaction that applies that one asks again.
 */
async function finishJobs(trx: Trx, engine: Engine, jobs: JobKey[], now: number): Promise<void> {
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
      and ${firstDue(sql`and m.claimed_by is null`)} is null
    order by j.user_id, j.id for no key update of j`,
);

const finishRows = prepare(
  ({ jobs, now }: { jobs: JobKey[]; now: number }, engine) => sql<never>`
    update sms_jobs as j set finished_at = ${now}
    from ${rowSet(engine, jobColumns, jobs)} as v
    where j.id = v.job_id and j.user_id = v.user_id and j.finished_at is null
      and ${firstDue()} is null`,
);
