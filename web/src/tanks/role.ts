import type { Tank } from '../api/operations.ts';
import { known } from './tanks.ts';

export type Role = Tank['role'];

const roles = ['viewer', 'operator', 'manager', 'owner'] as const satisfies Role[];

/** Whether somebody of this role may do what takes at least the other: docs/api/sharing.md says what. */
export function isAtLeast(role: Role, least: Role): boolean {
  return roles.indexOf(role) >= roles.indexOf(least);
}

/** What the person is at a device; the least, where the device is not known yet. */
export function roleAt(deviceId: string): Role {
  return known.value?.tanks.find(({ device_id }) => device_id === deviceId)?.role ?? 'viewer';
}
