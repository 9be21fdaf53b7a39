import { sql } from 'kysely';
import type { Engine } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { rowSet } from '../../db/row-set.ts';
import { countLateChanges } from '../counts/late-changes.ts';
import { refundMessages } from '../credits/credits.ts';
import type { ChangedMessage, Trx } from '../message.ts';
import { refundedStatuses } from '../message-states.ts';
import { enqueueStatusEvents } from '../webhooks/enqueue-events.ts';

type Changes = {
  /** Messages whose state has changed, as they now are, the latest change of each last. */
  moved: ChangedMessage[];
  /** Messages that had left the outbox, and are in it again. */
  returned?: ChangedMessage[];
  /** Messages that have left the outbox in the state that they were in, or that `moved` tells. */
  stopped?: ChangedMessage[];
};

/**
 * Everything that follows from changes of messages, in their transaction: refunds, events, ends of jobs, counts. It is
 * called once by a transaction, and last: accounts and jobs are held in one order, so that no two transactions
 * wait for each other.
 */
export async function followChanges(
  trx: Trx,
  engine: Engine,
  { moved, returned = [], stopped = [] }: Changes,
  now: number,
): Promise<void> {
  const changed = lastOfEach(moved);
  const refunded = changed.filter(({ status }) => refundedStatuses.some((each) => each === status));
  if (refunded.length > 0) await refundMessages(trx, refunded, now);
  await enqueueStatusEvents(trx, changed, now);
  const ended = jobKeysOf([...changed.filter(({ due_at }) => due_at === null), ...stopped]);
  await settleJobs(trx, engine, { ended, again: jobKeysOf(returned) }, now);
  await countLateChanges(trx, engine, changed, now);
}

/** A message that is changed twice by a transaction is followed as it is in the end. */
function lastOfEach(moved: ChangedMessage[]): ChangedMessage[] {
  return [...new Map(moved.map((each) => [`${each.user_id}/${each.id}`, each])).values()];
}

export type JobKey = { user_id: number; job_id: number };

/** The jobs of some messages, each once. */
export function jobKeysOf(messages: ChangedMessage[]): JobKey[] {
  const jobs = new Map<string, JobKey>();
  for (const { user_id, job_id } of messages) {
    if (job_id !== null) jobs.set(`${user_id}/${job_id}`, { user_id, job_id });
  }
  return [...jobs.values()];
}

/**
 * Marks the jobs as finished that have nothing left in the outbox, and as unfinished again those of which a message
 * is there again. On PostgreSQL several transactions may write the last messages of a job at once, and none would
 * see the others' before they are committed: so each waits here for the one before it, and the last one sees all.
 * None waits as long as the job has an unclaimed message: the transaction that applies that one asks again.
 */
async function settleJobs(
  trx: Trx,
  engine: Engine,
  { ended, again }: { ended: JobKey[]; again: JobKey[] },
  now: number,
): Promise<void> {
  if (ended.length + again.length === 0) return;
  if (engine === 'postgres') {
    const held = await holdJobs(trx, {
      jobs: [
        ...ended.map((job) => ({ ...job, again: 0 })),
        ...again.map((job) => ({ ...job, again: 1 })),
      ],
    });
    const ending = new Set(held.map(({ job_id }) => job_id));
    ended = ended.filter(({ job_id }) => ending.has(job_id));
  }
  if (ended.length > 0) await finishRows(trx, { jobs: ended, now });
  if (again.length > 0) await reopenRows(trx, { jobs: again });
}

export const jobColumns = { user_id: 'bigint', job_id: 'bigint' } as const;

/** The first message of the job that waits, by the order of the index of what is due. */
const firstDue = (further = sql``) => sql`(
  select m.id from sms_messages as m
  where m.priority = 1 and m.user_id = v.user_id and m.due_at is not null
    and m.job_id = v.job_id ${further}
  order by m.due_at, m.id limit 1)`;

const holdJobs = prepare(
  ({ jobs }: { jobs: (JobKey & { again: number })[] }, engine) => sql<JobKey>`
    select j.user_id, j.id as job_id
    from ${rowSet(engine, { ...jobColumns, again: 'bigint' }, jobs)} as v
    cross join sms_jobs as j
    where j.id = v.job_id and j.user_id = v.user_id
      and (v.again = 1 or (j.finished_at is null
        and ${firstDue(sql`and m.claimed_by is null`)} is null))
    order by j.user_id, j.id for no key update of j`,
);

const finishRows = prepare(
  ({ jobs, now }: { jobs: JobKey[]; now: number }, engine) => sql<never>`
    update sms_jobs as j set finished_at = ${now}
    from ${rowSet(engine, jobColumns, jobs)} as v
    where j.id = v.job_id and j.user_id = v.user_id and j.finished_at is null
      and ${firstDue()} is null`,
);

const reopenRows = prepare(
  ({ jobs }: { jobs: JobKey[] }, engine) => sql<never>`
    update sms_jobs as j set finished_at = null
    from ${rowSet(engine, jobColumns, jobs)} as v
    where j.id = v.job_id and j.user_id = v.user_id and j.finished_at is not null
      and ${firstDue()} is not null`,
);
