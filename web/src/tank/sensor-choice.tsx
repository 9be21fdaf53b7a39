import type { Tank, TankSensor } from '../live/tank.ts';
import { say } from './words.ts';

type Props = { tank: Tank; shown: TankSensor };

/** A device may watch several tanks: one link for each. */
export function SensorChoice({ tank: { device_id, sensors }, shown }: Props) {
  return (
    <nav class="row" aria-label={say.sensors()}>
      {sensors.map(({ sensor_name }) => (
        <a
          key={sensor_name}
          class="button"
          href={`/tanks/${device_id}?sensor=${encodeURIComponent(sensor_name)}`}
          aria-current={sensor_name === shown.sensor_name ? 'true' : undefined}
        >
          {sensor_name}
        </a>
      ))}
    </nav>
  );
}
