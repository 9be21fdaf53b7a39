import { number } from '../../words/format.ts';
import { statuses } from '../state/message-state.ts';
import { StateTag } from '../state/state-tag.tsx';
import { stateMeaning } from '../state/state-words.ts';
import type { Job } from './job-progress.ts';
import { say } from './words.ts';

/** How many messages are in each state, with what the state means; each leads to them. */
export function StateCounts({ job: { job_id, counts } }: { job: Job }) {
  const present = statuses.filter((status) => counts[status] > 0);
  return (
    <ul class="sms-send-counts" aria-label={say.counts()}>
      {present.map((status) => (
        <li key={status}>
          <a href={`/sms/messages?job_id=${job_id}&status=${status}`}>
            <strong class="sms-send-count">{number(counts[status])}</strong>
            <StateTag status={status} />
          </a>
          <span class="faint small">{stateMeaning[status]()}</span>
        </li>
      ))}
    </ul>
  );
}
