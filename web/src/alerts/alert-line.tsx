import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import { tellUnlessLive } from '../live/stream.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { FailureNotice } from '../ui/failure-notice.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { ago, dateTime } from '../words/format.ts';
import { type Alert, messageText, severityText, typeText } from './alert-words.ts';
import { say } from './words.ts';

type Props = {
  alert: Alert;
  deviceName: string;
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
        </p>
        <p class="alerts-message">{messageText(alert)}</p>
        <p class="faint small">
          <a href={`/tanks/${device_id}`}>{deviceName}</a> ·{' '}
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
        <Button look="quiet" onClick={() => setAsking(true)}>
          {say.remove()}
        </Button>
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

/** A shape for each severity, since colours alone are not seen by everybody. */
function SeverityMark({ severity }: { severity: Alert['severity'] }) {
  const shapes = {
    critical: 'M8 2h8l6 6v8l-6 6H8l-6-6V8zM12 7v6M12 17h.01',
    warning: 'M12 3 22 20H2zM12 10v4M12 17h.01',
    info: 'M12 22a10 10 0 1 0 0-20 10 10 0 0 0 0 20zM12 11v6M12 7h.01',
  };
  return (
    <svg class={`icon alerts-${severity}`} viewBox="0 0 24 24" aria-hidden="true">
      <path d={shapes[severity]} />
    </svg>
  );
}
