import type { Actor } from '../../accounts/audit/queries.ts';
import { holdUser } from '../../accounts/queries.ts';
import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { type Deed, requireRole } from '../access.ts';
import { logAction } from '../device-log.ts';
import { refreshRoles } from '../device-roles.ts';
import { readDeviceId } from '../guards.ts';
import type { PublishDeps } from '../live-publisher.ts';
import { findDevicesOf } from '../sharing/targets.ts';
import {
  deleteDevices,
  deleteGroup,
  findGroups,
  findGroupsOwnedBy,
  findMembers,
  findOwnDevices,
  type GroupRecord,
  insertDevices,
  insertGroup,
  renameGroup,
} from './queries.ts';
import { mostDevices, mostGroups } from './schemas.ts';

export type ChangeDeps = PublishDeps<'rolesChanged' | 'devicesChanged'>;
type By = NonNullable<Actor>;

/**
 * Finds a group for something that a person wants to do with it.
 * @throws ApiError 404 for one that the person may not see, 403 where the person may not do this with it.
 */
export async function findGroupTo(
  db: Db,
  deed: Deed,
  userId: number,
  id: number,
): Promise<GroupRecord> {
  const [group] = await findGroups(db, userId, id);
  if (!group) throw failures.notFound('Group');
  requireRole(group.role, deed, 'group');
  return group;
}

/** @throws ApiError 404 for devices that are not the person's own, 409 for a name taken or too many groups. */
export async function createGroup(
  deps: ChangeDeps,
  by: By,
  { name, deviceIds }: { name: string; deviceIds: readonly string[] },
): Promise<number> {
  const { db, clock, publisher } = deps;
  const now = clock();
  const { userId } = by;
  const id = await db.transaction(async (trx) => {
    await holdUser(trx, userId);
    const groups = await findGroupsOwnedBy(trx, userId);
    if (groups.length >= mostGroups) {
      throw failures.conflict('too_many_groups', `At most ${mostGroups} groups are possible.`);
    }
    requireFreeName(groups, name);
    const id = await insertGroup(trx, { owner_id: userId, name, created_at: now });
    await addTo(trx, by, { id, name }, { deviceIds, now });
    return id;
  });
  publisher.devicesChanged([userId]);
  return id;
}

/** @throws ApiError 404, 403, or 409 for the name of another group of its owner. */
export async function changeGroupName(
  deps: ChangeDeps,
  by: By,
  { id, name }: { id: number; name: string },
): Promise<void> {
  await changeGroup(deps, by, { id, deed: 'manage' }, async (trx, group) => {
    const groups = await findGroupsOwnedBy(trx, group.owner_id);
    requireFreeName(
      groups.filter((other) => other.id !== id),
      name,
    );
    await renameGroup(trx, id, name);
    return [];
  });
}

type DevicesChange = { id: number; deviceIds: readonly string[] };

/**
 * Adds devices to a group: people with a role at the group get it at the devices, too.
 * @throws ApiError 404, also for devices that are not the owner's, 403, or 409 where it has no room for them.
 */
export async function addDevices(
  deps: ChangeDeps,
  by: By,
  { id, deviceIds }: DevicesChange,
): Promise<void> {
  const now = deps.clock();
  await changeGroup(deps, by, { id, deed: 'own' }, (trx, group) =>
    addTo(trx, by, group, { deviceIds, now }),
  );
}

/** Removes devices from a group, with the roles that people had there by it. @throws ApiError 404 or 403. */
export async function removeDevices(
  deps: ChangeDeps,
  by: By,
  { id, deviceIds }: DevicesChange,
): Promise<void> {
  const now = deps.clock();
  await changeGroup(deps, by, { id, deed: 'own' }, async (trx, { name }) => {
    const ids = deviceIds.map(readDeviceId).filter((each) => each !== undefined);
    const removed = await deleteDevices(trx, id, ids);
    const facts = { group: name };
    await logAction(trx, removed, { by, action: 'group_left', facts, now });
    return removed;
  });
}

/** Deletes a group; its devices stay, its shares end. @throws ApiError 404 or 403. */
export async function removeGroup(deps: ChangeDeps, by: By, id: number): Promise<void> {
  const now = deps.clock();
  await changeGroup(deps, by, { id, deed: 'own' }, async (trx, { name }) => {
    const deviceIds = await findDevicesOf(trx, { groupId: id });
    const facts = { group: name };
    await logAction(trx, deviceIds, { by, action: 'group_left', facts, now });
    await deleteGroup(trx, id);
    return deviceIds;
  });
}

/**
 * Changes a group with its owner's account locked, as with everything from which roles follow.
 * @param change returns the devices whose roles may have changed.
 */
async function changeGroup(
  { db, publisher }: ChangeDeps,
  by: By,
  { id, deed }: { id: number; deed: Deed },
  change: (trx: Db, group: GroupRecord) => Promise<number[]>,
): Promise<void> {
  const { owner_id } = await findGroupTo(db.read, deed, by.userId, id);
  const { deviceIds, changed, members } = await db.transaction(async (trx) => {
    await holdUser(trx, owner_id);
    const group = await findGroupTo(trx, deed, by.userId, id);
    const members = await findMembers(trx, id);
    const deviceIds = await change(trx, group);
    return { deviceIds, members, changed: await refreshRoles(trx, deviceIds) };
  });
  if (changed.length > 0) publisher.rolesChanged(deviceIds, changed);
  publisher.devicesChanged([owner_id, ...members.filter((userId) => !changed.includes(userId))]);
}

/** @returns the devices that were not yet in the group. */
async function addTo(
  trx: Db,
  by: By,
  { id, name }: { id: number; name: string },
  { deviceIds, now }: { deviceIds: readonly string[]; now: number },
): Promise<number[]> {
  const ids = [...new Set(deviceIds.map(readDeviceId))].filter((each) => each !== undefined);
  const own = await findOwnDevices(trx, by.userId, ids);
  if (own.length < new Set(deviceIds).size) throw failures.notFound('Device');
  const present = new Set(await findDevicesOf(trx, { groupId: id }));
  const added = own.filter((deviceId) => !present.has(deviceId));
  if (present.size + added.length > mostDevices) {
    throw failures.conflict('group_full', `A group has at most ${mostDevices} devices.`);
  }
  await insertDevices(trx, id, added);
  await logAction(trx, added, { by, action: 'group_joined', facts: { group: name }, now });
  return added;
}

/** @throws ApiError 409 where one of the groups has this name, in any case. */
function requireFreeName(groups: readonly { name: string }[], name: string): void {
  const key = (text: string) => text.trim().toLowerCase();
  if (!groups.some((group) => key(group.name) === key(name))) return;
  throw failures.conflict('group_name_taken', 'Another group has this name.');
}
