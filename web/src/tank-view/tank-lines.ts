import type { Tank, TankSensor } from '../api/operations.ts';
import { nameOf } from './name-of.ts';

/** What lists show of a tank: a device with one of its sensors, or without one before its first reading. */
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

/** @returns the lines whose device, MAC or sensor is called as sought. */
export function linesCalled(lines: TankLine[], search: string): TankLine[] {
  const sought = search.trim().toLowerCase();
  return lines.filter(({ name, tank, sensor }) => {
    const withSensor = `${nameOf(tank)} ${sensor?.sensor_name ?? ''}`;
    return [name, withSensor, tank.mac_or_serial].some((text) =>
      text.toLowerCase().includes(sought),
    );
  });
}
