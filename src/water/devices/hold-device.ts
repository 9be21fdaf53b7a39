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
