import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { SharesTable } from '../../db/tables/device-tables.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { type Deed, rankOf, requireRole } from '../access.ts';
import { findDeviceFor } from '../guards.ts';

const ownerRank = rankOf('owner');

/** Target of a share: a device, or all devices of a group. */
export type Target = { deviceId: number } | { groupId: number };

/** Owner of a target, and the rank of a person's role there. */
type Reach = { ownerId: number; rank: number };

export async function findReach(
  db: Db,
  userId: number,
  target: Target,
): Promise<Reach | undefined> {
  return 'deviceId' in target
    ? await findDeviceReach(db, userId, target.deviceId)
    : await findGroupReach(db, userId, target.groupId);
}

async function findDeviceReach(db: Db, userId: number, deviceId: number) {
  return await db
    .selectFrom('device_roles as p')
    .innerJoin('devices as d', 'd.id', 'p.device_id')
    .select(['d.owner_id as ownerId', 'p.role as rank'])
    .where('p.user_id', '=', userId)
    .where('p.device_id', '=', deviceId)
    .executeTakeFirst();
}

export async function findGroupReach(db: Db, userId: number, groupId: number) {
  const group = await db
    .selectFrom('device_groups as g')
    .leftJoin('shares as s', (join) =>
      join
        .onRef('s.group_id', '=', 'g.id')
        .on('s.user_id', '=', userId)
        .on('s.accepted_at', 'is not', null),
    )
    .select(['g.owner_id', 's.role'])
    .where('g.id', '=', groupId)
    .executeTakeFirst();
  if (!group) return undefined;
  const rank = group.owner_id === userId ? ownerRank : group.role;
  return rank === null ? undefined : { ownerId: group.owner_id, rank };
}

/** Finds the owner of a target; undefined where it is gone. */
export async function findOwner(db: Db, target: Target): Promise<number | undefined> {
  const owned =
    'deviceId' in target
      ? db.selectFrom('devices').select('owner_id').where('id', '=', target.deviceId)
      : db.selectFrom('device_groups').select('owner_id').where('id', '=', target.groupId);
  return (await owned.executeTakeFirst())?.owner_id;
}

export async function findDevicesOf(db: Db, target: Target): Promise<number[]> {
  if ('deviceId' in target) return [target.deviceId];
  const rows = await db
    .selectFrom('group_devices')
    .select('device_id')
    .where('group_id', '=', target.groupId)
    .orderBy('device_id')
    .execute();
  return rows.map(({ device_id }) => device_id);
}

export function targetOf({
  device_id,
  group_id,
}: Pick<SharesTable, 'device_id' | 'group_id'>): Target {
  if (device_id !== null) return { deviceId: device_id };
  if (group_id !== null) return { groupId: group_id };
  throw new Error('a share is of a device or of a group');
}

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
    const { id } = await findDeviceFor(db, deed, { userId }, deviceId);
    return { deviceId: id };
  }
  const reach = await findGroupReach(db.read, userId, groupId);
  if (!reach) throw failures.notFound('Group');
  requireRole(reach.rank, deed, 'group');
  return { groupId };
}
