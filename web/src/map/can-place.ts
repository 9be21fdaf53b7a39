import { isAtLeast } from '../live/role.ts';
import type { Tank } from '../live/tank.ts';

/** Whether the reader may say where a device stands. */
export function canPlace({ role }: Pick<Tank, 'role'>): boolean {
  return isAtLeast(role, 'manager');
}
