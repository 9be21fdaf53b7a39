import type { Db } from '../../db/db.ts';

/** Statements on several groups at once. */

/** Counts the devices of each of some groups. */
export async function countInGroups(db: Db, groupIds: readonly number[]) {
  if (groupIds.length === 0) return new Map<number, number>();
  const rows = await db
    .selectFrom('group_devices')
    .select(({ fn }) => ['group_id', fn.countAll<number>().as('count')])
    .where('group_id', 'in', groupIds)
    .groupBy('group_id')
    .execute();
  return new Map(rows.map(({ group_id, count }) => [group_id, count]));
}

/** Finds the groups of some devices, each as `group device`. */
export async function findMemberships(db: Db, deviceIds: readonly number[]): Promise<Set<string>> {
  if (deviceIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('group_devices')
    .select(['group_id', 'device_id'])
    .where('device_id', 'in', deviceIds)
    .execute();
  return new Set(rows.map(({ group_id, device_id }) => `${group_id} ${device_id}`));
}

export async function insertMemberships(
  trx: Db,
  rows: readonly { group_id: number; device_id: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await trx
    .insertInto('group_devices')
    .values([...rows])
    .execute();
}

/** Finds those of some groups that somebody shares. */
export async function findSharedGroups(db: Db, groupIds: readonly number[]): Promise<Set<number>> {
  if (groupIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('shares')
    .select(({ ref }) => ref('group_id').$notNull().as('group_id'))
    .where('group_id', 'in', groupIds)
    .where('accepted_at', 'is not', null)
    .execute();
  return new Set(rows.map(({ group_id }) => group_id));
}
