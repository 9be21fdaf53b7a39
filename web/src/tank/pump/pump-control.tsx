import type { Tank, TankSensor } from '../../live/tank.ts';
import { Loaded } from '../../ui/load/loaded.tsx';
import type { Load } from '../../ui/load/use-load.ts';
import { percent } from '../../words/format.ts';
import { say } from '../words.ts';
import { type Control, controlOf } from './command-progress.ts';
import { CommandWay } from './command-way.tsx';
import { PumpForm } from './pump-form.tsx';
import { type Command, usualLevels } from './pump-levels.ts';

type Props = { tank: Tank; sensor: TankSensor; commands: Load<Command[]> };

/** Who steers the pump, what became of what it was told last, and what it is to do next. */
export function PumpControl({ tank, sensor, commands }: Props) {
  const usual = {
    low: sensor.low_threshold ?? usualLevels.low,
    high: sensor.high_threshold ?? usualLevels.high,
  };
  return (
    <section class="card stack tank-pump" aria-labelledby="tank-pump-title">
      <h2 id="tank-pump-title">{say.control()}</h2>
      <Loaded of={commands}>
        {(known) => {
          const [newest] = known;
          return (
            <>
              <p>{sayControl(controlOf(known), usual)}</p>
              {newest && <CommandWay key={newest.id} command={newest} />}
            </>
          );
        }}
      </Loaded>
      <PumpForm tank={tank} sensor={sensor} usual={usual} />
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
