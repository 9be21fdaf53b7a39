import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Alert } from '../api/operations.ts';
import { tellUnlessLive } from '../live/stream.ts';
import { messageText } from '../tank-view/message-text.ts';
import { isAtLeast, roleAt } from '../tanks/role.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { ago, dateTime } from '../words/format.ts';
import { severityText, typeText } from './alert-words.ts';
import { SeverityMark } from './severity-mark.tsx';
import { StateTag } from './state-tag.tsx';
import { say } from './words.ts';

type Props = {
  alert: Alert;
  /** Left out where a heading above says it. */
  deviceName?: string;
  now: number;
  onChange: (alert: Alert | undefined) => void;
};

/** One alert with what can be done about it. */
export function AlertLine({ alert, deviceName, now, onChange }: Props) {
  const { id, device_id, severity, type, is_read, created_at } = alert;
  const [isAsking, setAsking] = useState(false);
  const reading = useAction(async () => {
    onChange(await call('PUT /api/alerts.php?action=mark-read', { query: { id } }));
    tellUnlessLive('alerts-read', { device_id });
  });
  const remove = async () => {
    await call('DELETE /api/alerts.php?action=delete', { query: { id } });
    onChange(undefined);
    if (!is_read) tellUnlessLive('alerts-read', { device_id });
  };
  return (
    <li class={`card alerts-line ${is_read ? '' : 'alerts-new'}`}>
      <SeverityMark severity={severity} />
      <div class="alerts-text">
        <p class="row">
          <strong>{severityText(severity)}</strong>
          <span>{typeText(type)}</span>
          {!is_read && <span class="tag tag-danger">{say.fresh()}</span>}
          <StateTag alert={alert} now={now} />
        </p>
        <p class="alerts-message">
          <a href={`/alerts/${id}`}>{messageText(alert)}</a>
        </p>
        <p class="faint small">
          {deviceName !== undefined && (
            <>
              <a href={`/tanks/${device_id}`}>{deviceName}</a> ·{' '}
            </>
          )}
          <time dateTime={created_at} title={dateTime(created_at)}>
            {ago(created_at, now)}
          </time>
        </p>
        <FailureNotice failure={reading.failure} />
      </div>
      <div class="row alerts-actions">
        {!is_read && (
          <Button isBusy={reading.isBusy} onClick={() => void reading.run()}>
            {say.markRead()}
          </Button>
        )}
        {isAtLeast(roleAt(device_id), 'operator') && (
          <Button look="quiet" onClick={() => setAsking(true)}>
            {say.remove()}
          </Button>
        )}
      </div>
      {isAsking && (
        <ConfirmDialog
          title={say.removeAsk()}
          confirm={say.remove()}
          isDangerous
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{messageText(alert)}</p>
          <p class="faint">{say.removeHint()}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
