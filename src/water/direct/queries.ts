import type { Db } from '../../db/db.ts';

/** Devices by their identities; those that are unknown are left out. */
export async function findDevicesByIdentity(db: Db, identities: string[]) {
  return await db
    .selectFrom('devices')
    .select(['id', 'identity', 'key_salt', 'key_required', 'readings_refused'])
    .where('identity', 'in', identities)
    .execute();
}
