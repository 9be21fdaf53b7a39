import type { SmsJob } from '../../api/operations.ts';
import { statuses } from '../../sms-account/message-state/message-state.ts';
import { meaningOf } from '../../sms-account/message-state/state-words.ts';
import { number } from '../../words/format.ts';
import { StateTag } from '../state-tag.tsx';
import { say } from './words.ts';

type Props = {
  job: SmsJob;
  /** Whether no network has them, so that none of its words may be quoted. */
  isSimulated: boolean;
};

/** How many messages are in each state, with what the state means; each leads to them. */
export function StateCounts({ job: { job_id, counts }, isSimulated }: Props) {
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
