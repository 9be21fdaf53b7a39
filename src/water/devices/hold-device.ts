import type { Db } from '../../db/db.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { lockDevice } from './queries.ts';

/**
 * To be called first in a transaction that adds rows to a device, or changes its sensors or their
 * configurations. A removal waits for it, or has come before; else a row could be added to a device
 * whose data is just being purged, and stay for ever. And the recorder, which remembers devices by who
 * wrote their status row last (`device-memory.ts`), looks at this one again.
 * @throws ApiError 404 when the device is gone.
 */
export async function holdDevice(db: Db, deviceId: number): Promise<void> {
  if (!(await lockDevice(db, deviceId))) throw failures.notFound('Device');
}

/**
 * Refuses what the owner of a device asked for, where it has changed hands meanwhile. To be called where the device
 * is held.
 * @throws ApiError 404 when it has another owner by now.
 */
export async function requireSameOwner(
  trx: Db,
  { id, owner_id }: { id: number; owner_id: number },
): Promise<void> {
  const device = await trx
    .selectFrom('devices')
    .select('owner_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (device?.owner_id !== owner_id) throw failures.notFound('Device');
}
