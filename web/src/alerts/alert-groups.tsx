import { useState } from 'preact/hooks';
import { call } from '../api/call.ts';
import type { Alert } from '../api/operations.ts';
import { emitUnlessLive } from '../live/stream.ts';
import { messageText } from '../tank-view/tank-sentences.ts';
import { isAtLeast, roleAt, tankAt } from '../tanks/tanks.ts';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { useAction } from '../ui/form/use-action.ts';
import { FailureNotice } from '../ui/notice.tsx';
import { ago, dateTime } from '../words/format.ts';
import { SeverityMark, StateTag, severityText, typeText } from './alert-marks.tsx';
import { alertState, alertStates, byDevice } from './alert-state.ts';
import { say } from './words.ts';

type Props = {
  alerts: Alert[];
  /** Names of devices by their ids. */
  names: Map<string, string>;
  now: number;
  onChange: (id: number, alert: Alert | undefined) => void;
};

/** Alerts by state: open ones first, by tank; ended ones last, by time. */
export function AlertGroups({ alerts, names, now, onChange }: Props) {
  const nameOf = (deviceId: string) => names.get(deviceId) ?? deviceId;
  const lines = (of: Alert[], isNamed: boolean) => (
    <ul class="stack">
      {of.map((alert) => (
        <AlertLine
          key={alert.id}
          alert={alert}
          {...(isNamed && { deviceName: nameOf(alert.device_id) })}
          now={now}
          onChange={(changed) => onChange(alert.id, changed)}
        />
      ))}
    </ul>
  );
  const titles = { open: say.open, taken: say.taken, over: say.over };
  return (
    <>
      {alertStates.map((state) => {
        const those = alerts.filter((alert) => alertState(alert, now) === state);
        if (those.length === 0) return null;
        return (
          <section key={state} class="stack">
            <h2>{titles[state]()}</h2>
            {state === 'over'
              ? lines(those, true)
              : byDevice(those).map(({ device_id, alerts: of }) => (
                  <div key={device_id} class="stack">
                    <h3>
                      <a href={`/tanks/${device_id}`}>{nameOf(device_id)}</a>
                    </h3>
                    {lines(of, false)}
                  </div>
                ))}
          </section>
        );
      })}
    </>
  );
}

type AlertLineProps = {
  alert: Alert;
  /** Undefined if a heading above names it. */
  deviceName?: string;
  now: number;
  onChange: (alert: Alert | undefined) => void;
};

function AlertLine({ alert, deviceName, now, onChange }: AlertLineProps) {
  const { id, device_id, severity, type, is_read, created_at } = alert;
  const [isAsking, setAsking] = useState(false);
  const reading = useAction(async () => {
    onChange(await call('PUT /api/alerts.php?action=mark-read', { query: { id } }));
    emitUnlessLive('alerts-read', { device_id });
  });
  const remove = async () => {
    await call('DELETE /api/alerts.php?action=delete', { query: { id } });
    onChange(undefined);
    if (!is_read) emitUnlessLive('alerts-read', { device_id });
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
          <a href={`/alerts/${id}`}>{messageText(alert, tankAt(device_id))}</a>
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
          <p>{messageText(alert, tankAt(device_id))}</p>
          <p class="faint">{say.removeHint()}</p>
        </ConfirmDialog>
      )}
    </li>
  );
}
