import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { type Deed, requireRole } from '../access.ts';
import { findDeviceFor } from '../guards.ts';
import { findGroupReach, type Target } from './targets.ts';

type Named = { device_id?: string; group_id?: number | null };

/**
 * Finds the group or, where none is named, the device with which a person wants to do something.
 * @throws ApiError 404 where the person may not see it, 403 where the person may not do this, 503 as
 * `findDeviceFor`.
 */
export async function findTarget(
  db: Database,
  deed: Deed,
  userId: number,
  { device_id: deviceId = '', group_id: groupId = null }: Named,
): Promise<Target> {
  if (groupId === null) {
    const { id } = await findDeviceFor(db, deed, userId, deviceId);
    return { deviceId: id };
  }
  const reach = await findGroupReach(db.read, userId, groupId);
  if (!reach) throw failures.notFound('Group');
  requireRole(reach.rank, deed, 'group');
  return { groupId };
}
