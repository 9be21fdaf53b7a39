import { useState } from 'preact/hooks';
import type { Tank, TankSensor } from '../api/operations.ts';
import { TankFrame } from '../tank/tank-frame.tsx';
import { Button } from '../ui/button.tsx';
import { type DayCount, dayCounts } from './days/day-counts.ts';
import { DaysPart } from './days/days-part.tsx';
import { say } from './days/words.ts';
import { ForecastPart } from './forecast-part.tsx';
import { LeakPart } from './leak-part.tsx';
import { QualityPart } from './quality/quality-part.tsx';
import { RefillsPart } from './refills/refills-part.tsx';
import { UsualPart } from './usual/usual-part.tsx';
import './water.css';

/** Where the water of a tank goes, when it came, and how long it lasts. */
export function WaterScreen() {
  return (
    <TankFrame>
      {(tank, sensor) =>
        sensor.recorded_at !== null && (
          // What was loaded belongs to one sensor: another one begins anew.
          <Water key={`${tank.device_id} ${sensor.sensor_name}`} tank={tank} sensor={sensor} />
        )
      }
    </TankFrame>
  );
}

function Water({ tank, sensor }: { tank: Tank; sensor: TankSensor }) {
  const [days, setDays] = useState<DayCount>(7);
  const of = { deviceId: tank.device_id, sensor };
  return (
    <div class="water">
      <LeakPart {...of} />
      <ForecastPart {...of} />
      <DayCountChoice days={days} onChange={setDays} />
      <DaysPart {...of} days={days} />
      <RefillsPart {...of} days={days} />
      <UsualPart {...of} />
      <QualityPart {...of} />
    </div>
  );
}

type Props = { days: DayCount; onChange: (days: DayCount) => void };

function DayCountChoice({ days, onChange }: Props) {
  return (
    <fieldset class="water-day-counts">
      <legend class="hidden">{say.range()}</legend>
      {dayCounts.map((count) => (
        <Button key={count} aria-pressed={count === days} onClick={() => onChange(count)}>
          {say.days({ count })}
        </Button>
      ))}
    </fieldset>
  );
}
