import type { Db } from '../../db/db.ts';
import type { Automation } from '../rules/pump-automation.ts';
import { nextSensorNo } from './sensor-queries.ts';

/**
 * Lets the server steer a sensor's pump by these levels, or no longer (null). The caller's transaction
 * holds the device, so that the recorder cannot number a sensor in between.
 */
export async function setAutomation(
  db: Db,
  deviceId: number,
  sensorName: string,
  automation: Automation | null,
): Promise<void> {
  const levels = {
    auto_on_below: automation?.onBelow ?? null,
    auto_off_above: automation?.offAbove ?? null,
  };
  const { numUpdatedRows } = await db
    .updateTable('sensors')
    .set(levels)
    .where('device_id', '=', deviceId)
    .where('name', '=', sensorName)
    .executeTakeFirst();
  if (numUpdatedRows > 0n || !automation) return;
  await db
    .insertInto('sensors')
    .values({
      ...levels,
      device_id: deviceId,
      sensor_no: await nextSensorNo(db, deviceId),
      name: sensorName,
      watch: '',
    })
    .execute();
}
