import type { Tank } from '../api/operations.ts';

/** The screens of a tank. */
export type TankPlace = 'level' | 'water';

/** Where a screen of a tank is; a sensor that is the only one is not named. */
export function tankAddress(
  { device_id, sensors }: Pick<Tank, 'device_id' | 'sensors'>,
  sensorName: string,
  place: TankPlace,
): string {
  const path = `/tanks/${device_id}${place === 'water' ? '/water' : ''}`;
  return sensors.length > 1 ? `${path}?sensor=${encodeURIComponent(sensorName)}` : path;
}

/** The screen of a tank that an address leads to. */
export function tankPlaceAt(path: string): TankPlace {
  return path.endsWith('/water') ? 'water' : 'level';
}
