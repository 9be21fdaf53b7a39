import type { Db } from '../db/db.ts';
import { leastRank, rankOf } from './access.ts';

/**
 * The only writer of `device_roles`, which follows from `devices`, `shares` and `group_devices`: a change of
 * one of these calls a function here in the same transaction.
 */

const ownerRank = rankOf('owner');

export async function insertOwner(trx: Db, deviceId: number, ownerId: number): Promise<void> {
  await insertOwners(trx, [deviceId], ownerId);
}

/** Makes a person the owner of new devices. */
export async function insertOwners(
  trx: Db,
  deviceIds: readonly number[],
  ownerId: number,
): Promise<void> {
  if (deviceIds.length === 0) return;
  await trx
    .insertInto('device_roles')
    .values(deviceIds.map((id) => ({ user_id: ownerId, device_id: id, role: ownerRank })))
    .execute();
}

/**
 * Recalculates the roles at some devices, and ends open invitations that their inviters may not make any
 * more.
 * @returns the people whose roles changed.
 */
export async function refreshRoles(trx: Db, deviceIds: readonly number[]): Promise<number[]> {
  if (deviceIds.length === 0) return [];
  const before = await findRoles(trx, deviceIds);
  await trx.deleteFrom('device_roles').where('device_id', 'in', deviceIds).execute();
  await trx
    .insertInto('device_roles')
    .columns(['user_id', 'device_id', 'role'])
    .expression(grantedRoles(trx, deviceIds))
    .execute();
  await endOffers(trx, deviceIds);
  const after = await findRoles(trx, deviceIds);
  const different = [...before.symmetricDifference(after)];
  return [...new Set(different.map((role) => Number(role.split(' ', 1)[0])))];
}

/**
 * Ends invitations that `mayGive` refuses: else a person who was removed could return by an invitation of his
 * own.
 */
async function endOffers(trx: Db, deviceIds: readonly number[]): Promise<void> {
  await trx
    .deleteFrom('shares')
    .where('device_id', 'in', deviceIds)
    .where('accepted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('device_roles as r')
            .select('r.role')
            .whereRef('r.device_id', '=', 'shares.device_id')
            .whereRef('r.user_id', '=', 'shares.invited_by')
            .whereRef('r.role', '>=', 'shares.role')
            .where('r.role', '>=', leastRank('manage')),
        ),
      ),
    )
    .execute();
}

/** Selects the highest role of each person at each of some devices. */
function grantedRoles(db: Db, deviceIds: readonly number[]) {
  const owned = db
    .selectFrom('devices')
    .select(({ lit }) => ['owner_id as user_id', 'id as device_id', lit(ownerRank).as('role')])
    .where('id', 'in', deviceIds);
  const shared = db
    .selectFrom('shares')
    .select((eb) => [
      eb.ref('user_id').$notNull().as('user_id'),
      eb.ref('device_id').$notNull().as('device_id'),
      'role',
    ])
    .where('device_id', 'in', deviceIds)
    .where('accepted_at', 'is not', null);
  const sharedByGroup = db
    .selectFrom('group_devices as g')
    .innerJoin('shares as s', 's.group_id', 'g.group_id')
    .select((eb) => [eb.ref('s.user_id').$notNull().as('user_id'), 'g.device_id', 's.role'])
    .where('g.device_id', 'in', deviceIds)
    .where('s.accepted_at', 'is not', null);
  return db
    .selectFrom(owned.unionAll(shared).unionAll(sharedByGroup).as('granted'))
    .select(({ fn }) => ['user_id', 'device_id', fn.max('role').as('role')])
    .groupBy(['user_id', 'device_id']);
}

async function findRoles(db: Db, deviceIds: readonly number[]): Promise<Set<string>> {
  const rows = await db
    .selectFrom('device_roles')
    .selectAll()
    .where('device_id', 'in', deviceIds)
    .execute();
  return new Set(rows.map(({ user_id, device_id, role }) => `${user_id} ${device_id} ${role}`));
}

/** Deletes the roles at a removed device. @returns the people who could see it. */
export async function deleteRoles(trx: Db, deviceId: number): Promise<number[]> {
  const rows = await trx
    .deleteFrom('device_roles')
    .where('device_id', '=', deviceId)
    .returning('user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
}

export async function findViewers(db: Db, deviceIds: number[]) {
  return await db
    .selectFrom('device_roles')
    .select(['device_id', 'user_id'])
    .where('device_id', 'in', deviceIds)
    .execute();
}
