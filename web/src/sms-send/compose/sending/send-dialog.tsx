import type { SmsDryRun } from '../../../api/operations.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { dateTime, relative } from '../../../words/format.ts';
import { type Draft, scheduleOf } from '../draft.ts';
import { say } from '../words.ts';

type Props = {
  check: SmsDryRun;
  draft: Draft;
  timeZone: string;
  onSend: () => Promise<void>;
  onClose: () => void;
};

/** Asks once more, with what it costs; stays open with the reason where it was not sent. */
export function SendDialog({ check, draft, timeZone, onSend, onClose }: Props) {
  const { queued, cost, balance } = check;
  const when = scheduleOf(draft, timeZone);
  const act = say[draft.isLater ? 'schedule' : 'send']({ count: queued });
  const now = Date.now();
  return (
    <ConfirmDialog title={act} confirm={act} onConfirm={onSend} onClose={onClose}>
      <p class="sms-text sms-bubble">{draft.message}</p>
      {when !== undefined && Date.parse(when) > now && (
        <p>
          {say.goes({ when: dateTime(when), relative: relative(when, now) })}{' '}
          {say.scheduledCancel()}
        </p>
      )}
      <p>
        <strong>{say.costs({ count: cost })}</strong>{' '}
        {cost <= balance && say.leaves({ count: balance - cost })}
      </p>
    </ConfirmDialog>
  );
}
