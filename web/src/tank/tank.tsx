import { useState } from 'preact/hooks';
import type { Tank, TankSensor } from '../api/operations.ts';
import { isAtLeast } from '../tanks/role.ts';
import { LevelHistory } from './levels/level-history.tsx';
import type { Range } from './levels/range.ts';
import { CommandList } from './pump/command-list.tsx';
import { PumpControl } from './pump/pump-control.tsx';
import { useCommands } from './pump/use-commands.ts';
import { TankFrame } from './tank-frame.tsx';
import { TankNow } from './tank-now.tsx';

/** One tank: how it is, how it was, and its pump. */
export function TankScreen() {
  return (
    <TankFrame>
      {(tank, sensor) => (
        // What was loaded belongs to one sensor: another one begins anew.
        <Sensor key={`${tank.device_id} ${sensor.sensor_name}`} tank={tank} sensor={sensor} />
      )}
    </TankFrame>
  );
}

/** A sensor that has sent nothing yet may have a pump all the same. */
function Sensor({ tank, sensor }: { tank: Tank; sensor: TankSensor }) {
  const [range, setRange] = useState<Range>('1d');
  const commands = useCommands(tank.device_id, sensor.sensor_name);
  return (
    <div class="tank-layout">
      {sensor.recorded_at !== null && (
        <>
          <TankNow tank={tank} sensor={sensor} />
          <LevelHistory tank={tank} sensor={sensor} range={range} setRange={setRange} />
        </>
      )}
      <PumpControl tank={tank} sensor={sensor} commands={commands} />
      {commands.data && commands.data.length > 0 && (
        <CommandList
          commands={commands.data.slice(0, 10)}
          mayOperate={isAtLeast(tank.role, 'operator')}
        />
      )}
    </div>
  );
}
