import { useState } from 'preact/hooks';
import { type MutableKind, mutableKinds } from '../../../../src/water/incidents/kinds.ts';
import { call } from '../../api/call.ts';
import type { Alert } from '../../api/operations.ts';
import { profile } from '../../session/profile.ts';
import { isAtLeast, roleAt } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { typeText } from '../alert-marks.tsx';
import { alertState, isAcknowledged, snoozeTimes } from '../alert-state.ts';
import { say } from './words.ts';

type Props = { alert: Alert; now: number; onChange: (alert: Alert) => void };

export function IncidentActions({ alert, now, onChange }: Props) {
  const { id, device_id } = alert;
  const role = roleAt(device_id);
  const keep = (changed: Alert) => onChange({ ...changed, device_id });
  const acknowledging = useAction(async () => {
    keep(await call('PUT /api/alerts.php?action=acknowledge', { query: { id } }));
  });
  const snoozing = useAction(async (until: number) => {
    const query = { id, until: new Date(until).toISOString() };
    keep(await call('PUT /api/alerts.php?action=snooze', { query }));
  });
  const isOver = alertState(alert, now) === 'over';
  const times = snoozeTimes(now, profile.value?.user.timezone ?? 'Africa/Nairobi');
  if (!isAtLeast(role, 'operator')) return <p class="faint">{say.onlyToSee()}</p>;
  return (
    <>
      {!isOver && (
        <>
          {!isAcknowledged(alert) && (
            <div class="stack">
              <Button
                look="main"
                isBusy={acknowledging.isBusy}
                onClick={() => void acknowledging.run()}
              >
                {say.acknowledge()}
              </Button>
              <p class="hint">{say.acknowledgeHint()}</p>
            </div>
          )}
          <fieldset class="stack">
            <legend class="legend">{say.snooze()}</legend>
            <div class="row">
              <Button isBusy={snoozing.isBusy} onClick={() => void snoozing.run(times.hour)}>
                {say.hour()}
              </Button>
              <Button isBusy={snoozing.isBusy} onClick={() => void snoozing.run(times.eightHours)}>
                {say.eightHours()}
              </Button>
              <Button isBusy={snoozing.isBusy} onClick={() => void snoozing.run(times.morning)}>
                {say.morning()}
              </Button>
            </div>
          </fieldset>
          <FailureNotice failure={acknowledging.failure ?? snoozing.failure} />
        </>
      )}
      {isMutable(alert) && isAtLeast(role, 'manager') && <Mute alert={alert} />}
    </>
  );
}

/** For a sensor that always trembles, or a tank that is always low. */
function Mute({ alert }: { alert: Alert }) {
  const [isAsking, setAsking] = useState(false);
  const [isMuted, setMuted] = useState(false);
  if (isMuted) return <Notice kind="success">{say.muted()}</Notice>;
  const mute = async () => {
    await muteKind(alert);
    setMuted(true);
  };
  return (
    <>
      <p>
        <Button look="quiet" onClick={() => setAsking(true)}>
          {say.mute()}
        </Button>
      </p>
      {isAsking && (
        <ConfirmDialog
          title={say.muteAsk()}
          confirm={say.mute()}
          onConfirm={mute}
          onClose={() => setAsking(false)}
        >
          <p>{say.muteHint({ type: typeText(alert.type), sensor: alert.sensor_name ?? '' })}</p>
        </ConfirmDialog>
      )}
    </>
  );
}

function isMutable({ kind, sensor_name }: Alert): boolean {
  return sensor_name !== null && mutableKindOf(kind) !== undefined;
}

/** Switches the alert's kind off for its sensor; kinds that are off already stay off. */
async function muteKind({ kind, device_id, sensor_name }: Alert): Promise<void> {
  const mutable = mutableKindOf(kind);
  if (sensor_name === null || !mutable) return;
  const configs = await call('GET /api/sensor_configs.php?action=list', { query: { device_id } });
  const muted = configs.find((each) => each.sensor_name === sensor_name)?.muted ?? [];
  const body = { device_id, sensor_name, muted: [...new Set([...muted, mutable])] };
  await call('POST /api/sensor_configs.php?action=save', { body });
}

function mutableKindOf(kind: Alert['kind']): MutableKind | undefined {
  return mutableKinds.find((each) => each === kind);
}
