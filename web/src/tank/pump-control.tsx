import type { Tank, TankSensor } from '../live/tanks.ts';
import { Loaded } from '../ui/loaded.tsx';
import { percent } from '../words/format.ts';
import { CommandList } from './command-list.tsx';
import { type Control, controlOf } from './command-progress.ts';
import { CommandWay } from './command-way.tsx';
import { PumpForm } from './pump-form.tsx';
import { usualLevels } from './pump-levels.ts';
import { useCommands } from './use-commands.ts';
import { say } from './words.ts';

type Props = { tank: Tank; sensor: TankSensor };

/** Who steers the pump, what it is to do next, and what became of what it was told. */
export function PumpControl({ tank, sensor }: Props) {
  const load = useCommands(tank.device_id, sensor.sensor_name);
  const usual = {
    low: sensor.low_threshold ?? usualLevels.low,
    high: sensor.high_threshold ?? usualLevels.high,
  };
  return (
    <section class="card stack tank-pump" aria-labelledby="tank-pump-title">
      <h2 id="tank-pump-title">{say.control()}</h2>
      <Loaded of={load}>
        {(commands) => {
          const [newest] = commands;
          return (
            <>
              <p>{sayControl(controlOf(commands), usual)}</p>
              {newest && <CommandWay key={newest.id} command={newest} />}
            </>
          );
        }}
      </Loaded>
      <PumpForm tank={tank} sensor={sensor} usual={usual} />
      {load.data && load.data.length > 0 && <CommandList commands={load.data.slice(0, 10)} />}
    </section>
  );
}

function sayControl(control: Control | undefined, usual: { low: number; high: number }): string {
  if (!control) return say.byNobody();
  if (control.by === 'device') return say.byDevice();
  if (control.by === 'hand') return say.byHand();
  const { onBelow, offAbove } = control;
  if (onBelow === null && offAbove === null) return say.byKisimaSomehow();
  return say.byKisima({
    below: percent(onBelow ?? usual.low, 1),
    above: percent(offAbove ?? usual.high, 1),
  });
}
