import type { Tank, TankSensor } from '../api/operations.ts';
import { nameOf } from './tank-name.ts';

/** A device with one of its sensors, or with none before its first reading. */
export type TankLine = { key: string; tank: Tank; name: string; sensor: TankSensor | undefined };

export function linesOf(tank: Tank): TankLine[] {
  const name = nameOf(tank);
  if (tank.sensors.length === 0) return [{ key: tank.device_id, tank, name, sensor: undefined }];
  return tank.sensors.map((sensor) => ({
    key: `${tank.device_id} ${sensor.sensor_name}`,
    tank,
    name: tank.sensors.length === 1 ? name : `${name} · ${sensor.sensor_name}`,
    sensor,
  }));
}

/** Returns the lines whose device, MAC, sensor or one of whose groups matches the search. */
export function linesCalled(
  lines: TankLine[],
  search: string,
  groupsOf: (tank: Tank) => string[] = () => [],
): TankLine[] {
  const sought = search.trim().toLowerCase();
  return lines.filter(({ name, tank, sensor }) => {
    const withSensor = `${nameOf(tank)} ${sensor?.sensor_name ?? ''}`;
    return [name, withSensor, tank.mac_or_serial, ...groupsOf(tank)].some((text) =>
      text.toLowerCase().includes(sought),
    );
  });
}

/** True if a device was heard of and is no more: one that never sent has not fallen silent. */
export function isLost({ online, last_seen_at }: Tank): boolean {
  return !online && last_seen_at !== null;
}

/**
 * Returns the litres in a tank. A reading from before its capacity was configured has none of its
 * own: they are computed as for the next one at this level.
 */
export function volumeOf({ volume, capacity, level }: VolumeParts): number | null {
  if (volume !== null || capacity === null || level === null) return volume;
  return (capacity * level) / 100;
}

type VolumeParts = Pick<TankSensor, 'volume' | 'capacity' | 'level'>;

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

export function tankPlaceAt(path: string): TankPlace {
  return path.endsWith('/water') ? 'water' : 'level';
}
