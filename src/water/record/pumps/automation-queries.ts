import type { Db } from '../../../db/db.ts';
import type { Automation } from '../../pumps/pump-automation.ts';

/**
 * Lets the server steer the pump of a sensor that has a row by these levels, or no longer (null). The
 * caller's transaction holds the device.
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
  await db
    .updateTable('sensors')
    .set(levels)
    .where('device_id', '=', deviceId)
    .where('name', '=', sensorName)
    .execute();
}
