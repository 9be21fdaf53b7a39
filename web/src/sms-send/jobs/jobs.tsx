import { hourMs } from '../../../../src/kit/time/units.ts';
import { callPage } from '../../api/call.ts';
import type { SmsJob } from '../../api/operations.ts';
import { SmsPage } from '../../sms-account/sms-page.tsx';
import { Paged, usePages } from '../../ui/load.tsx';
import { useNow } from '../../ui/use-now.ts';
import { ago, dateTime } from '../../words/format.ts';
import { usePoll } from '../use-poll.ts';
import { progressOf } from './job-progress.ts';
import { ProgressBar } from './progress-bar.tsx';
import { say } from './words.ts';

export function Jobs() {
  const jobs = usePages((signal) => callPage('GET /v1/account/sms/jobs', { signal }), []);
  const now = useNow();
  const found = jobs.list.data?.items;
  // Reloading the first page would drop the pages loaded since.
  const isOnePage = found !== undefined && found.length <= usualPage;
  const isRunning = found?.some((job) => isMoving(job, now)) ?? false;
  usePoll(jobs.list.reload, isOnePage && isRunning ? everyMs : undefined);
  return (
    <SmsPage
      title={say.title()}
      actions={
        <a class="button button-main" href="/sms/compose">
          {say.compose()}
        </a>
      }
    >
      <Paged of={jobs}>
        {(items) =>
          items.length === 0 ? (
            <div class="card stack">
              <h2>{say.none()}</h2>
              <p>{say.noneHint()}</p>
            </div>
          ) : (
            <ul class="stack">
              {items.map((job) => (
                <JobCard key={job.job_id} job={job} now={now} />
              ))}
            </ul>
          )
        }
      </Paged>
    </SmsPage>
  );
}

const usualPage = 50;
const everyMs = 5_000;

/** True if a poll is worth its data: a receipt that is an hour late can wait. */
function isMoving(job: SmsJob, now: number): boolean {
  const { ended, total } = progressOf(job);
  const begun = Date.parse(job.scheduled_at ?? job.created_at);
  return ended < total && begun <= now && now - begun < hourMs;
}

function JobCard({ job, now }: { job: SmsJob; now: number }) {
  const { job_id, campaign, message, scheduled_at, created_at } = job;
  const isAhead = scheduled_at !== null && Date.parse(scheduled_at) > now;
  return (
    <li>
      <a class="card stack sms-send-card" href={`/sms/jobs/${job_id}`}>
        <div class="row row-apart">
          <h2>{campaign ?? say.job({ id: String(job_id) })}</h2>
          <span class="faint small">
            {isAhead
              ? say.scheduledFor({ when: dateTime(scheduled_at) })
              : say.begun({ when: ago(scheduled_at ?? created_at, now) })}
          </span>
        </div>
        <p class="sms-send-line">{message || (job.redacted ? '' : say.ownTexts())}</p>
        <ProgressBar job={job} />
      </a>
    </li>
  );
}
