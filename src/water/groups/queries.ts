import { type Selectable, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { DeviceGroupsTable } from '../../db/tables/device-tables.ts';
import { devicesSeenBy, rankOf } from '../access.ts';
import { incidentKinds } from '../incidents/kinds.ts';
import { isOpen } from '../incidents/open-incidents.ts';
import { selectedDevices, type TankSelection } from '../tanks/queries.ts';

export type GroupRecord = Selectable<DeviceGroupsTable> & { role: number };

const groupColumns = ['g.id', 'g.owner_id', 'g.name', 'g.created_at'] as const;

/** Finds the groups that a person owns or that are shared with the person, in the order of creation. */
export async function findGroups(db: Db, userId: number, id?: number): Promise<GroupRecord[]> {
  const owned = db
    .selectFrom('device_groups as g')
    .select(groupColumns)
    .select(sql.lit(rankOf('owner')).as('role'))
    .where('g.owner_id', '=', userId);
  const shared = db
    .selectFrom('shares as s')
    .innerJoin('device_groups as g', 'g.id', 's.group_id')
    .select(groupColumns)
    .select('s.role')
    .where('s.user_id', '=', userId)
    .where('s.accepted_at', 'is not', null);
  const found = db.selectFrom(owned.unionAll(shared).as('f')).selectAll().orderBy('id');
  return await (id === undefined ? found : found.where('id', '=', id)).execute();
}

export async function findGroupsOwnedBy(db: Db, userId: number) {
  return await db
    .selectFrom('device_groups')
    .select(['id', 'name'])
    .where('owner_id', '=', userId)
    .execute();
}

export async function insertGroup(
  trx: Db,
  group: Omit<Selectable<DeviceGroupsTable>, 'id'>,
): Promise<number> {
  const { id } = await trx
    .insertInto('device_groups')
    .values(group)
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function renameGroup(trx: Db, id: number, name: string): Promise<void> {
  await trx.updateTable('device_groups').set({ name }).where('id', '=', id).execute();
}

export async function deleteGroup(trx: Db, id: number): Promise<void> {
  await trx.deleteFrom('group_devices').where('group_id', '=', id).execute();
  await trx.deleteFrom('shares').where('group_id', '=', id).execute();
  await trx.deleteFrom('device_groups').where('id', '=', id).execute();
}

/** Finds those of some devices that a person owns. */
export async function findOwnDevices(db: Db, userId: number, ids: readonly number[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('devices')
    .select('id')
    .where('owner_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertDevices(
  trx: Db,
  groupId: number,
  deviceIds: readonly number[],
): Promise<void> {
  if (deviceIds.length === 0) return;
  await trx
    .insertInto('group_devices')
    .values(deviceIds.map((device_id) => ({ group_id: groupId, device_id })))
    .execute();
}

/** Removes devices from a group. @returns those that were in it. */
export async function deleteDevices(
  trx: Db,
  groupId: number,
  deviceIds: readonly number[],
): Promise<number[]> {
  if (deviceIds.length === 0) return [];
  const rows = await trx
    .deleteFrom('group_devices')
    .where('group_id', '=', groupId)
    .where('device_id', 'in', deviceIds)
    .returning('device_id')
    .execute();
  return rows.map(({ device_id }) => device_id);
}

export async function findMembers(db: Db, groupId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('shares')
    .select((eb) => eb.ref('user_id').$notNull().as('user_id'))
    .where('group_id', '=', groupId)
    .where('accepted_at', 'is not', null)
    .execute();
  return rows.map(({ user_id }) => user_id);
}

/** Finds the devices in some groups that a person may see, with when they were last seen. */
export async function findGroupDevices(db: Db, userId: number, groupIds: readonly number[]) {
  return await devicesSeenBy(db, { userId })
    .innerJoin('group_devices as g', 'g.device_id', 'p.device_id')
    .innerJoin('device_status as s', 's.device_id', 'p.device_id')
    .select(['g.group_id', 'g.device_id', 's.last_seen_at', 's.silent_after_ms'])
    .where('g.group_id', 'in', groupIds)
    .orderBy('g.device_id')
    .execute();
}

const kindsOfOneDevice = incidentKinds.filter((kind) => kind !== 'note' && kind !== 'outage');

/** Finds the open incidents of some devices; an outage comes with each of its devices. */
export async function findOpenIncidents(db: Db, selection: TankSelection) {
  const own = await selectedDevices(db, selection)
    .innerJoin('incidents as i', 'i.device_id', 'd.id')
    .select(['i.device_id', 'i.id'])
    .where('i.kind', 'in', kindsOfOneDevice)
    .where(isOpen)
    .execute();
  const outages = await selectedDevices(db, selection)
    .innerJoin('outage_devices as o', 'o.device_id', 'd.id')
    .select(['o.device_id', 'o.incident_id as id'])
    .where('o.left_at', 'is', null)
    .execute();
  return [...own, ...outages];
}
