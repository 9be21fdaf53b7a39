import type { Alert } from '../api/operations.ts';
import { dateTime } from '../words/format.ts';
import { alertState, isSnoozed } from './alert-state.ts';
import { say } from './words.ts';

/** How an alert stands, where it is not simply open. */
export function StateTag({ alert, now }: { alert: Alert; now: number }) {
  const state = alertState(alert, now);
  if (state === 'open') return null;
  if (state === 'over') return <span class="tag tag-good">{say.isOver()}</span>;
  const { snoozed_until } = alert;
  return (
    <span class="tag">
      {snoozed_until !== null && isSnoozed(alert, now)
        ? say.snoozedUntil({ when: dateTime(snoozed_until) })
        : say.acknowledged()}
    </span>
  );
}
