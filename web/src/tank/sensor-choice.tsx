import { useLocation } from 'preact-iso';
import type { Tank, TankSensor } from '../api/operations.ts';
import { tankAddress, tankPlaceAt } from './tank-address.ts';
import { say } from './words.ts';

type Props = { tank: Tank; shown: TankSensor };

/** A device may watch several tanks: one link for each, to the same screen of it. */
export function SensorChoice({ tank, shown }: Props) {
  const place = tankPlaceAt(useLocation().path);
  return (
    <nav class="row" aria-label={say.sensors()}>
      {tank.sensors.map(({ sensor_name }) => (
        <a
          key={sensor_name}
          class="button"
          href={tankAddress(tank, sensor_name, place)}
          aria-current={sensor_name === shown.sensor_name ? 'true' : undefined}
        >
          {sensor_name}
        </a>
      ))}
    </nav>
  );
}
