import type { Db } from '../../db/db.ts';
import { rankOf } from '../access.ts';

/** Finds the open offers of devices to a new owner. */
export async function findOffersOf(db: Db, deviceIds: readonly number[], now: number) {
  if (deviceIds.length === 0) return [];
  return await db
    .selectFrom('shares')
    .select(['id', 'device_id', 'salt', 'email', 'email_key', 'phone', 'role'])
    .where('device_id', 'in', deviceIds)
    .where('role', '=', rankOf('owner'))
    .where('expires_at', '>', now)
    .execute();
}
