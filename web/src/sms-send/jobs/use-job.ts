import { useEffect, useRef } from 'preact/hooks';
import { call } from '../../api/call.ts';
import type { SmsJob } from '../../api/operations.ts';
import { type Load, useLoad } from '../../ui/load/use-load.ts';
import { usePoll } from '../use-poll.ts';
import { nextPollMs } from './job-progress.ts';

/** A job, which is asked for again while anything can still happen to its messages. */
export function useJob(jobId: number): Load<SmsJob> {
  const job = useLoad(
    (signal) => call('GET /v1/account/sms/jobs/{job_id}', { path: { job_id: jobId }, signal }),
    [jobId],
  );
  const counts = JSON.stringify(job.data?.counts);
  const changedAt = useRef(Date.now());
  useEffect(() => {
    changedAt.current = Date.now();
  }, [counts]);
  const now = Date.now();
  usePoll(job.reload, job.data && nextPollMs(job.data, now - changedAt.current, now));
  return job;
}
