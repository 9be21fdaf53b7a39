import type { Tank } from '../api/operations.ts';

export type TankPlace = 'level' | 'water';

/** Returns the address of a tank's screen; the only sensor of a device is not named. */
export function tankAddress(
  { device_id, sensors }: Pick<Tank, 'device_id' | 'sensors'>,
  sensorName: string,
  place: TankPlace,
): string {
  const path = `/tanks/${device_id}${place === 'water' ? '/water' : ''}`;
  return sensors.length > 1 ? `${path}?sensor=${encodeURIComponent(sensorName)}` : path;
}

/** Returns the screen of a tank at an address. */
export function tankPlaceAt(path: string): TankPlace {
  return path.endsWith('/water') ? 'water' : 'level';
}
