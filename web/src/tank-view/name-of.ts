import type { Tank } from '../api/operations.ts';

/** What people call a device: the name they gave it, or else what is printed on it. */
export function nameOf(tank: Pick<Tank, 'device_name' | 'mac_or_serial'>): string {
  return tank.device_name ?? tank.mac_or_serial;
}
