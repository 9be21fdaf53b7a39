import type { Tank } from '../api/operations.ts';
import { isAtLeast } from '../tanks/role.ts';

/** Whether the reader may say where a device stands. */
export function canPlace({ role }: Pick<Tank, 'role'>): boolean {
  return isAtLeast(role, 'manager');
}
