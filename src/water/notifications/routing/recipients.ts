import type { Db } from '../../../db/db.ts';

/**
 * Somebody who is told of a device's incidents: those of place 0 at once, those of each further place
 * where nobody has acknowledged in the time that the first one set.
 */
export type Recipient = { deviceId: number; userId: number; place: number };

/** Who is told of incidents of some devices, the first ones first: today their owners alone. */
export async function recipientsOf(db: Db, deviceIds: number[]): Promise<Recipient[]> {
  if (deviceIds.length === 0) return [];
  const rows = await db
    .selectFrom('devices')
    .select(['id', 'owner_id'])
    .where('id', 'in', deviceIds)
    .execute();
  return rows.map(({ id, owner_id }) => ({ deviceId: id, userId: owner_id, place: 0 }));
}
