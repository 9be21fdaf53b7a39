import { useEffect, useRef, useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { call, callRaw } from '../../api/call.ts';
import type { SmsJob } from '../../api/operations.ts';
import { CsvButton } from '../../sms-account/files/csv-button.tsx';
import { statuses } from '../../sms-account/message-state/message-state.ts';
import { meaningOf } from '../../sms-account/message-state/state-words.ts';
import { SmsPage } from '../../sms-account/sms-page.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { type Load, Loaded, useLoad } from '../../ui/load.tsx';
import { Notice } from '../../ui/notice.tsx';
import { dateTime, number } from '../../words/format.ts';
import { ListedMessages, useMessages } from '../messages/message-list.tsx';
import { StateTag } from '../state-tag.tsx';
import { usePoll } from '../use-poll.ts';
import { cancelledSince, nextPollMs, progressOf } from './job-progress.ts';
import { ProgressBar } from './progress-bar.tsx';
import { say } from './words.ts';

export function JobScreen() {
  const { params } = useRoute();
  const id = params['id'] ?? '';
  const job = useJob(Number(id));
  return (
    <SmsPage
      title={job.data?.campaign ?? say.job({ id })}
      back={{ href: '/sms/jobs', label: say.title() }}
    >
      <Loaded of={job}>{(found) => <Found job={found} onChange={job.set} />}</Loaded>
    </SmsPage>
  );
}

function Found({ job, onChange }: { job: SmsJob; onChange: (job: SmsJob) => void }) {
  const [cancelled, setCancelled] = useState<number>();
  const { ended, total, waiting } = progressOf(job);
  const isDone = ended === total;
  const messages = useMessages(
    { job_id: job.job_id, limit: 20 },
    `${waiting === 0} ${isDone} ${job.counts.cancelled}`,
  );
  return (
    <>
      <section class="card stack" aria-labelledby="sms-send-progress">
        <h2 id="sms-send-progress">{say.progress()}</h2>
        <ProgressBar job={job} />
        <p role="status" class={isDone ? '' : 'hidden'}>
          {isDone && <strong>{say.allDone()}</strong>}
        </p>
        <StateCounts job={job} isSimulated={messages.list.data?.items.some(isSimulated) ?? false} />
        {!isDone && job.finished_at !== null && <p class="faint small">{say.unchanged()}</p>}
        {cancelled !== undefined && (
          <Notice kind="success">
            <p>{say.cancelled({ count: cancelled })}</p>
          </Notice>
        )}
        {waiting > 0 && (
          <CancelJob
            job={job}
            onCancelled={(after) => {
              setCancelled(cancelledSince(job, after));
              onChange(after);
            }}
          />
        )}
      </section>
      {job.rejected_count !== undefined && <LeftOut job={job} count={job.rejected_count} />}
      <JobFacts job={job} />
      <section class="stack" aria-labelledby="sms-send-messages">
        <header class="page-head">
          <h2 id="sms-send-messages">{say.messages()}</h2>
          <a class="button" href={`/sms/messages?job_id=${job.job_id}`}>
            {say.allMessages()}
          </a>
        </header>
        <ListedMessages messages={messages} commonText={job.message} />
      </section>
    </>
  );
}

function LeftOut({ job: { job_id, redacted }, count }: { job: SmsJob; count: number }) {
  return (
    <Notice kind="warning">
      <p>{say.leftOut({ count, amount: number(count) })}</p>
      {!redacted && (
        <CsvButton
          label={say.leftOutFile()}
          name={`rejected-${job_id}`}
          fetchFile={(signal) =>
            callRaw('GET /v1/account/sms/jobs/{job_id}/rejected', {
              path: { job_id },
              query: { format: 'csv' },
              signal,
            })
          }
        />
      )}
    </Notice>
  );
}

/** A job goes as a whole to the simulator or to phones. */
const isSimulated = ({ simulated }: { simulated: boolean }) => simulated;

function CancelJob({ job, onCancelled }: { job: SmsJob; onCancelled: (job: SmsJob) => void }) {
  const [isAsking, setAsking] = useState(false);
  const cancel = async () => {
    const path = { job_id: job.job_id };
    onCancelled(await call('DELETE /v1/account/sms/jobs/{job_id}', { path }));
  };
  return (
    <p>
      <Button look="danger" onClick={() => setAsking(true)}>
        {say.cancel()}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={say.cancelTitle()}
          confirm={say.cancel()}
          isDangerous
          onConfirm={cancel}
          onClose={() => setAsking(false)}
        >
          <p>{say.cancelAbout({ count: progressOf(job).waiting })}</p>
        </ConfirmDialog>
      )}
    </p>
  );
}

function JobFacts({ job }: { job: SmsJob }) {
  const { message, campaign, scheduled_at, created_at, finished_at } = job;
  const facts: [string, string | null][] = [
    [say.campaign(), campaign],
    [say.class(), job.class === 'promotional' ? say.promotional() : say.transactional()],
    [say.created(), dateTime(created_at)],
    [say.due(), scheduled_at && dateTime(scheduled_at)],
    [say.finished(), finished_at && dateTime(finished_at)],
  ];
  return (
    <section class="card stack" aria-labelledby="sms-send-facts">
      <h2 id="sms-send-facts">{say.facts()}</h2>
      <h3 class="hidden">{say.message()}</h3>
      {job.redacted ? (
        <p class="faint">{say.redacted()}</p>
      ) : (
        <p class={message === '' ? '' : 'sms-text sms-bubble'}>{message || say.ownTexts()}</p>
      )}
      <dl class="sms-send-facts">
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

type Props = {
  job: SmsJob;
  /** Set if no network carried them, so that none of its words may be quoted. */
  isSimulated: boolean;
};

function StateCounts({ job: { job_id, counts }, isSimulated }: Props) {
  const present = statuses.filter((status) => counts[status] > 0);
  return (
    <ul class="sms-send-counts" aria-label={say.counts()}>
      {present.map((status) => (
        <li key={status}>
          <a href={`/sms/messages?job_id=${job_id}&status=${status}`}>
            <strong class="sms-send-count">{number(counts[status])}</strong>
            <StateTag status={status} isSimulated={isSimulated} />
          </a>
          <span class="faint small">{meaningOf(status, isSimulated)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Loads a job, again and again while anything can still happen to its messages. */
function useJob(jobId: number): Load<SmsJob> {
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
