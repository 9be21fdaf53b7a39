import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/api-error.ts';
import { requireRole } from '../access.ts';
import { findDeviceTo } from '../guards.ts';
import { findGroupReach, type Target } from './queries.ts';

type Named = { device_id?: string; group_id?: number | null };

/**
 * The group or, where none is named, the device that a person wants to share.
 * @throws ApiError 404 where the person may not see it, 403 where the person may not share it.
 */
export async function findTarget(
  db: Db,
  userId: number,
  { device_id: deviceId = '', group_id: groupId = null }: Named,
): Promise<Target> {
  if (groupId === null) {
    const { id } = await findDeviceTo(db, 'manage', userId, deviceId);
    return { deviceId: id };
  }
  const reach = await findGroupReach(db, userId, groupId);
  if (!reach) throw failures.notFound('Group');
  requireRole(reach.rank, 'manage', 'group');
  return { groupId };
}
