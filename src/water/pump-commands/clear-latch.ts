import type { Actor } from '../../accounts/audit/queries.ts';
import type { Database } from '../../db/database.ts';
import { failures } from '../../kit/api/failures/api-error.ts';
import { logAction } from '../device-log.ts';
import { holdDevice } from '../devices/hold-device.ts';
import { withoutLatch } from '../pumps/follow-pump.ts';
import { changePump, findPump, type PumpKey } from '../record/pumps/pump-queries.ts';

/**
 * Lets the server switch a pump on again that ran dry; its incident ends with the next reading.
 * @throws ApiError 404 where the device has no such sensor.
 */
export async function clearLatch(
  db: Database,
  by: NonNullable<Actor>,
  key: PumpKey,
  now: number,
): Promise<void> {
  await db.transaction(async (trx) => {
    await holdDevice(trx, key.deviceId);
    if (!(await findPump(trx, key))) throw failures.notFound('Sensor');
    await changePump(trx, key, now, withoutLatch);
    const facts = { sensor_name: key.sensorName };
    await logAction(trx, [key.deviceId], { by, facts, now, action: 'latch_cleared' });
  });
}
