import { useState } from 'preact/hooks';
import { useRoute } from 'preact-iso';
import { call } from '../../api/call.ts';
import type { SmsJob } from '../../api/operations.ts';
import { SmsPage } from '../../sms-account/sms-page.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { Loaded } from '../../ui/load/loaded.tsx';
import { Notice } from '../../ui/notice.tsx';
import { ListedMessages, useMessages } from '../messages/message-list.tsx';
import { JobFacts } from './job-facts.tsx';
import { cancelledSince, progressOf } from './job-progress.ts';
import { ProgressBar } from './progress-bar.tsx';
import { StateCounts } from './state-counts.tsx';
import { useJob } from './use-job.ts';
import { say } from './words.ts';

/** A job while it goes out, and what became of its messages. */
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

/** A job goes to the simulator or to phones as a whole. */
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
