import { useEffect } from 'preact/hooks';
import { messageText } from '../../alerts/alert-words.ts';
import { call } from '../../api/call.ts';
import { onLive } from '../../live/stream.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useLoad } from '../../ui/load/use-load.ts';
import { Notice } from '../../ui/notice.tsx';
import { say } from '../words.ts';

type Props = { deviceId: string; sensorName: string; mayOperate: boolean };

/** A pump that ran dry is held off by the server until somebody has looked at it. */
export function Latch({ deviceId: device_id, sensorName: sensor_name, mayOperate }: Props) {
  const load = useLoad(
    async (signal) => {
      const query = { device_id, severity: 'critical', limit: 20 } as const;
      const alerts = await call('GET /api/alerts', { query, signal });
      return alerts.find(
        (each) =>
          each.kind === 'dry_run' && each.sensor_name === sensor_name && each.resolved_at === null,
      );
    },
    [device_id, sensor_name],
  );
  useEffect(
    () =>
      onLive<{ device_id: string; kind: string }>('alert', (alert) => {
        if (alert.device_id === device_id && alert.kind === 'dry_run') void load.reload();
      }),
    [load.reload],
  );
  const clearing = useAction(async () => {
    const query = { device_id, sensor_name };
    await call('PUT /api/pump_commands.php?action=clear-latch', { query });
    load.set(() => undefined);
  });
  const alert = load.data;
  if (!alert) return null;
  return (
    <Notice kind="danger">
      <div class="stack">
        <p>
          <strong>{say.latched()}</strong> {messageText(alert)}{' '}
          <a href={`/alerts/${alert.id}`}>{say.whatHappened()}</a>
        </p>
        <p>{say.latchHint()}</p>
        <FailureNotice failure={clearing.failure} />
        {mayOperate && (
          <p>
            <Button isBusy={clearing.isBusy} onClick={() => void clearing.run()}>
              {say.clearLatch()}
            </Button>
          </p>
        )}
      </div>
    </Notice>
  );
}
