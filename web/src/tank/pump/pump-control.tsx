import { defaultThresholds } from '../../../../src/water/status.ts';
import { call } from '../../api/call.ts';
import type { PumpCommand, Tank, TankSensor } from '../../api/operations.ts';
import { useLive } from '../../live/stream.ts';
import { messageText } from '../../tank-view/tank-sentences.ts';
import { isAtLeast, noteLatches, tankAt } from '../../tanks/tanks.ts';
import { Button } from '../../ui/button.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { type Load, Loaded, useLoad } from '../../ui/load.tsx';
import { FailureNotice, Notice } from '../../ui/notice.tsx';
import { sayWeekTime } from '../../week-times/week-times.ts';
import { dateTime, percent } from '../../words/format.ts';
import { say } from '../words.ts';
import { CommandWay } from './command-list.tsx';
import { type Control, controlOf } from './command-progress.ts';
import { PumpForm } from './pump-form.tsx';
import { cancelCommand, standingSchedule } from './use-commands.ts';

type Props = { tank: Tank; sensor: TankSensor; commands: Load<PumpCommand[]> };

export function PumpControl({ tank, sensor, commands }: Props) {
  const mayOperate = isAtLeast(tank.role, 'operator');
  const usual = {
    low: sensor.low_threshold ?? defaultThresholds.low,
    high: sensor.high_threshold ?? defaultThresholds.high,
  };
  return (
    <section class="card stack tank-pump" aria-labelledby="tank-pump-title">
      <h2 id="tank-pump-title">{say.control()}</h2>
      <Latch deviceId={tank.device_id} sensor={sensor} mayOperate={mayOperate} />
      <Loaded of={commands}>
        {(known) => {
          const standing = standingSchedule(known);
          const newest = known.find(({ schedule }) => schedule === undefined);
          return (
            <>
              <p>{sayControl(controlOf(known), usual)}</p>
              {standing && <ScheduleInForce command={standing} mayOperate={mayOperate} />}
              {newest && <CommandWay key={newest.id} command={newest} mayOperate={mayOperate} />}
            </>
          );
        }}
      </Loaded>
      {/* Only once the list above has loaded, which would move the form from under the finger. */}
      {mayOperate && (commands.data || commands.failure) && (
        <PumpForm
          tank={tank}
          sensor={sensor}
          usual={usual}
          standing={commands.data && standingSchedule(commands.data)?.schedule}
        />
      )}
      {!mayOperate && <p class="faint">{say.onlyToSee()}</p>}
    </section>
  );
}

function sayControl(control: Control | undefined, usual: { low: number; high: number }): string {
  if (!control) return say.byNobody();
  if (control.by === 'device') return say.byDevice();
  if (control.by === 'schedule') return say.byKept();
  if (control.by === 'hand') return say.byHand();
  const { onBelow, offAbove } = control;
  if (onBelow === null && offAbove === null) return say.byKisimaSomehow();
  return say.byKisima({
    below: percent(onBelow ?? usual.low, 1),
    above: percent(offAbove ?? usual.high, 1),
  });
}

type ScheduleInForceProps = { command: PumpCommand; mayOperate: boolean };

function ScheduleInForce({ command, mayOperate }: ScheduleInForceProps) {
  const ending = useAction(() => cancelCommand(command.id));
  return (
    <div class="tank-way">
      <h3>{say.schedule()}</h3>
      <ul>
        {(command.schedule ?? []).map((stretch) => (
          <li key={`${stretch.days} ${stretch.from}`}>{sayWeekTime(stretch)}</li>
        ))}
      </ul>
      <FailureNotice failure={ending.failure} />
      {mayOperate && (
        <p>
          <Button look="danger" isBusy={ending.isBusy} onClick={() => void ending.run()}>
            {say.endSchedule()}
          </Button>
        </p>
      )}
    </div>
  );
}

type LatchProps = { deviceId: string; sensor: TankSensor; mayOperate: boolean };

/** Notice of a pump that ran dry, which the server holds off until it is cleared. */
function Latch({ deviceId: device_id, sensor, mayOperate }: LatchProps) {
  const { sensor_name, latch } = sensor;
  const ask = useFreshLatches(device_id);
  const clearing = useAction(async () => {
    const query = { device_id, sensor_name };
    await call('PUT /api/pump_commands.php?action=clear-latch', { query });
    noteLatches(device_id, [{ sensor_name, latch: null }]);
    // An answer already on its way may be older than the event.
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
 * Loads the latches of a device's pumps when its screen is opened, and after events that accompany
 * a latch, which has no event of its own.
 * @returns a function that loads them again.
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

/** The dry run, as its alert describes it; the alert may be muted or deleted. */
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
      {messageText(alert, tankAt(device_id))}{' '}
      <a href={`/alerts/${alert.id}`}>{say.whatHappened()}</a>
    </>
  );
}
