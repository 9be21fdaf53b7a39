import { type Static, Type } from 'typebox';
import { operationsForUsers } from '../../accounts/declared-operations.ts';
import type { Guard } from '../../accounts/guard.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { fails } from '../../kit/api/failures/failure-schema.ts';
import { findPage, PageQuery } from '../../kit/api/page.ts';
import {
  FormObject,
  Instant,
  Named,
  Nullable,
  OneOf,
  RecordId,
} from '../../kit/api/schema/schema.ts';
import type { App } from '../../kit/http/app.ts';
import type { LongReads } from '../../kit/http/long-reads.ts';
import { toIso, toIsoOrNull } from '../../kit/time/instant.ts';
import type { Access } from '../access/access.ts';
import { RedactedField } from '../message-fields.ts';
import { messageClasses, messageStatuses } from '../message-states.ts';
import { type CancelDeps, cancel } from '../messages/cancel.ts';
import {
  countByStatus,
  findJob,
  findJobs,
  type Job as JobRow,
  type StatusCount,
} from './queries.ts';

export const ByJobId = FormObject({ job_id: RecordId });

const Counts = Named(
  'SmsCounts',
  Type.Object(Object.fromEntries(messageStatuses.map((status) => [status, Type.Integer()])), {
    description: 'How many of its messages are in each state.',
  }),
);

export const Job = Named(
  'SmsJob',
  Type.Object({
    job_id: RecordId,
    campaign: Nullable(Type.String()),
    class: OneOf(messageClasses),
    message: Type.String({ description: 'The text as it was given.' }),
    queued: Type.Integer(),
    rejected_count: Type.Optional(
      Type.Integer({
        description: 'Entries that were left out, where there were any; `/rejected` lists them.',
      }),
    ),
    redacted: RedactedField,
    counts: Counts,
    scheduled_at: Nullable(Instant),
    created_at: Instant,
    finished_at: Nullable(Instant),
  }),
);

export function presentJob(
  job: JobRow,
  counts: readonly Omit<StatusCount, 'job_id'>[],
): Static<typeof Job> {
  const counted = new Map(counts.map(({ status, count }) => [status, count]));
  return {
    job_id: job.id,
    campaign: job.campaign,
    class: job.class as (typeof messageClasses)[number],
    message: job.body ?? '',
    queued: job.queued,
    ...(job.rejected_count > 0 && { rejected_count: job.rejected_count }),
    redacted: job.body === null,
    counts: Object.fromEntries(messageStatuses.map((each) => [each, counted.get(each) ?? 0])),
    scheduled_at: toIsoOrNull(job.scheduled_at),
    created_at: toIso(job.created_at),
    finished_at: toIsoOrNull(job.finished_at),
  };
}

export type JobsDeps = CancelDeps & { access: Access };

/** Document 2, section 3: a bulk job is "accepted with a job_id at once". */
export function addJobsRoutes(app: App, deps: JobsDeps): void {
  const { access } = deps;
  const { path, operation } = access;

  app.get(
    `${path}/jobs/:job_id`,
    operation({
      summary: 'Show a bulk job with the states of its messages',
      params: ByJobId,
      response: { 200: Job, ...fails(404) },
    }),
    async (request) => {
      const jobId = request.params.job_id;
      return await showJob(deps, access.accountOf(request), jobId);
    },
  );

  app.delete(
    `${path}/jobs/:job_id`,
    operation({
      summary: 'Cancel what was not sent of a bulk job',
      description: 'The credits are given back; the answer is the job as it now is.',
      params: ByJobId,
      response: { 200: Job, ...fails(404, 409) },
    }),
    async (request) => {
      const userId = access.accountOf(request);
      const jobId = request.params.job_id;
      await showJob(deps, userId, jobId);
      await cancel(deps, { userId, jobId });
      return await showJob(deps, userId, jobId);
    },
  );
}

type JobListDeps = { db: Database; guard: Guard; longReads: LongReads };

/** Beyond document 2: all jobs of an account, for its owner to look back on. */
export function addJobListRoutes(app: App, { db, guard, longReads }: JobListDeps): void {
  const operation = operationsForUsers(guard, 'SMS account');

  app.get(
    '/account/sms/jobs',
    operation({
      summary: 'List bulk jobs with the states of their messages, newest first',
      querystring: PageQuery('job'),
      response: { 200: Type.Array(Job) },
    }),
    async (request, reply) => {
      const { userId } = guard.callerOf(request);
      const jobs = await findPage(request, reply, (page) => findJobs(db.longRead, userId, page));
      return await longReads.whole({ accountId: userId, request }, (signal) =>
        presentJobs(db, { userId, jobs }, signal),
      );
    },
  );
}

async function showJob({ db }: Pick<JobsDeps, 'db'>, userId: number, id: number) {
  const job = await findJob(db.read, userId, id);
  if (!job) throw failures.notFound('Job');
  return presentJob(job, await countByStatus(db.longRead, userId, [id]));
}

type JobsOfUser = { userId: number; jobs: JobRow[] };

/** Their messages are counted, of which each job may have ten thousand. */
async function presentJobs(db: Database, { userId, jobs }: JobsOfUser, signal: AbortSignal) {
  const ids = jobs.map(({ id }) => id);
  const counts = await db.inTurn(() => countByStatus(db.longRead, userId, ids), signal);
  const countsOf = Map.groupBy(counts, ({ job_id }) => job_id);
  return jobs.map((job) => presentJob(job, countsOf.get(job.id) ?? []));
}
