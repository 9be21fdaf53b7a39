import { call } from '../../api/call.ts';
import type { TankSensor } from '../../api/operations.ts';
import { useLive } from '../../live/use-live.ts';
import { messageText } from '../../tank-view/message-text.ts';
import { noteLatches } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { useLoad } from '../../ui/load/use-load.ts';
import { Notice } from '../../ui/notice.tsx';
import { dateTime } from '../../words/format.ts';
import { say } from '../words.ts';

type Props = { deviceId: string; sensor: TankSensor; mayOperate: boolean };

/** A pump that ran dry is held off by the server until somebody has looked at it. */
export function Latch({ deviceId: device_id, sensor, mayOperate }: Props) {
  const { sensor_name, latch } = sensor;
  const ask = useFreshLatches(device_id);
  const clearing = useAction(async () => {
    const query = { device_id, sensor_name };
    await call('PUT /api/pump_commands.php?action=clear-latch', { query });
    noteLatches(device_id, [{ sensor_name, latch: null }]);
    // An answer that is on its way may have been written before.
    void ask();
  });
  if (!latch) return null;
  return (
    <Notice kind="danger">
      <div class="stack">
        <p>
          <strong>{say.latched()}</strong>{' '}
          <DryRun
            key={latch.since}
            deviceId={device_id}
            sensorName={sensor_name}
            since={latch.since}
          />
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

/**
 * Asks for the latches of a device's pumps when its screen is opened, and when something comes about that
 * a latch goes with: it has no event of its own.
 * @returns what asks once more.
 */
function useFreshLatches(device_id: string): () => Promise<void> {
  const { reload } = useLoad(
    async (signal) => {
      const [tank] = await call('GET /api/tanks', { query: { device_id }, signal });
      if (tank) noteLatches(device_id, tank.sensors);
    },
    [device_id],
  );
  const reloadOf = (event: { device_id: string }) => {
    if (event.device_id === device_id) void reload();
  };
  useLive({ alert: reloadOf, command: reloadOf });
  return reload;
}

type DryRunProps = { deviceId: string; sensorName: string; since: string };

/** What came about, as its alert tells it; that may have been muted or deleted. */
function DryRun({ deviceId: device_id, sensorName: sensor_name, since }: DryRunProps) {
  const { data: alert } = useLoad(
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
  if (!alert) return <>{say.ranDry({ when: dateTime(since) })}</>;
  return (
    <>
      {messageText(alert)} <a href={`/alerts/${alert.id}`}>{say.whatHappened()}</a>
    </>
  );
}
