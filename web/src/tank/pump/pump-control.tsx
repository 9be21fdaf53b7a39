import { defaultThresholds } from '../../../../src/water/status.ts';
import type { PumpCommand, Tank, TankSensor } from '../../api/operations.ts';
import { isAtLeast } from '../../tanks/role.ts';
import { Button } from '../../ui/button.tsx';
import { FailureNotice } from '../../ui/failure-notice.tsx';
import { useAction } from '../../ui/form/use-action.ts';
import { Loaded } from '../../ui/load/loaded.tsx';
import type { Load } from '../../ui/load/use-load.ts';
import { percent, weekday } from '../../words/format.ts';
import { say } from '../words.ts';
import { type Control, controlOf } from './command-progress.ts';
import { CommandWay } from './command-way.tsx';
import { Latch } from './latch.tsx';
import { PumpForm } from './pump-form.tsx';
import { days, type Stretch, standingSchedule } from './schedule.ts';
import { cancelCommand } from './use-commands.ts';

type Props = { tank: Tank; sensor: TankSensor; commands: Load<PumpCommand[]> };

/** Who steers the pump, what became of what it was told last, and what it is to do next. */
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
      {/* Not before what stands above it, which would move it from under the finger. */}
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

/** The weekly times that Kisima keeps for a pump, and their end. */
function ScheduleInForce({ command, mayOperate }: ScheduleInForceProps) {
  const ending = useAction(() => cancelCommand(command.id));
  return (
    <div class="tank-way">
      <h3>{say.schedule()}</h3>
      <ul>
        {(command.schedule ?? []).map((stretch) => (
          <li key={`${stretch.days} ${stretch.from}`}>{sayStretch(stretch)}</li>
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

function sayStretch({ days: chosen, from, until }: Stretch): string {
  const names = chosen.map((day) => weekday(days.indexOf(day))).join(', ');
  return say.stretchFact({
    days: chosen.length === days.length ? say.everyDay() : names,
    from,
    until,
  });
}
