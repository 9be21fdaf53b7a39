import type { Db } from '../../db/database.ts';
import { failures } from '../../kit/api-error.ts';
import { lockDevice } from './queries.ts';

/**
 * To be called first in a transaction that adds rows to a device: a removal waits for it, or has come
 * before. Else a row could be added to a device whose data is just being purged, and stay for ever.
 * @throws ApiError 404 when the device is gone.
 */
export async function holdDevice(db: Db, deviceId: number): Promise<void> {
  if (!(await lockDevice(db, deviceId))) throw failures.notFound('Device');
}
