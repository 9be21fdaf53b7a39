import { Notice } from '../../../ui/notice.tsx';
import { type Draft, isSafeToRepeat } from '../draft.ts';
import { say } from '../words.ts';

/** Says what a try without an answer means for the next one. */
export function DoubtNotice({ draft }: { draft: Draft }) {
  if (!draft.isInDoubt) return null;
  if (isSafeToRepeat(draft, Date.now())) {
    return (
      <Notice kind="info">
        <p>{say.doubtSafe()}</p>
      </Notice>
    );
  }
  return (
    <Notice kind="warning">
      <p>{say.doubtChanged()}</p>
      <div class="row">
        <a class="button" href="/sms/messages">
          {say.toMessages()}
        </a>
        <a class="button" href="/sms/jobs">
          {say.toJobs()}
        </a>
      </div>
    </Notice>
  );
}
