import { failures } from '../../kit/api-error.ts';
import type { App } from '../../kit/app.ts';
import { fails } from '../../kit/failure-schema.ts';
import type { KeyGuard } from '../api-key-guard.ts';
import { type CancelDeps, cancel } from '../messages/cancel.ts';
import { countByStatus, findJob } from './queries.ts';
import { ByJobId, Job, presentJob } from './schemas.ts';

export type JobsDeps = CancelDeps & { keys: KeyGuard };

const about = { tags: ['SMS'], security: [{ apiKey: [] }] };

/** Document 2, section 3: a bulk job is "accepted with a job_id at once". */
export function addJobsRoutes(app: App, deps: JobsDeps): void {
  const { keys } = deps;
  const onRequest = keys.requireKey;

  app.get(
    '/sms/jobs/:job_id',
    {
      onRequest,
      schema: {
        ...about,
        summary: 'Show a bulk job with the states of its messages',
        params: ByJobId,
        response: { 200: Job, ...fails(400, 401, 403, 404, 429, 503) },
      },
    },
    async (request) => {
      const jobId = request.params.job_id;
      return await showJob(deps, keys.holderOf(request).userId, jobId);
    },
  );

  app.delete(
    '/sms/jobs/:job_id',
    {
      onRequest,
      schema: {
        ...about,
        summary: 'Cancel what was not sent of a bulk job',
        description: 'The credits are given back; the answer is the job as it now is.',
        params: ByJobId,
        response: { 200: Job, ...fails(400, 401, 403, 404, 409, 429, 503) },
      },
    },
    async (request) => {
      const { userId } = keys.holderOf(request);
      const jobId = request.params.job_id;
      await showJob(deps, userId, jobId);
      await cancel(deps, { userId, jobId });
      return await showJob(deps, userId, jobId);
    },
  );
}

async function showJob({ db }: Pick<JobsDeps, 'db'>, userId: number, id: number) {
  const job = await findJob(db.read, userId, id);
  if (!job) throw failures.notFound('Job');
  return presentJob(job, await countByStatus(db.longRead, userId, id));
}
