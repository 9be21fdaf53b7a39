import { useLocation } from 'preact-iso';
import type { Tank, TankSensor } from '../api/operations.ts';
import { type TankPlace, tankAddress, tankPlaceAt } from './tank-address.ts';
import { say } from './words.ts';

type Props = { tank: Tank; sensor: TankSensor };

/** The two screens of a tank: what it holds with its pump, and where its water goes. */
export function TankPlaces({ tank, sensor }: Props) {
  const here = tankPlaceAt(useLocation().path);
  const places: [TankPlace, string][] = [
    ['level', say.levelAndPump()],
    ['water', say.water()],
  ];
  return (
    <nav class="tank-places" aria-label={say.places()}>
      {places.map(([place, label]) => (
        <a
          key={place}
          class="button"
          href={tankAddress(tank, sensor.sensor_name, place)}
          aria-current={place === here ? 'true' : undefined}
        >
          {label}
        </a>
      ))}
    </nav>
  );
}
