import type { Db } from '../../../db/db.ts';
import { unpackPump } from '../../pumps/pump-state.ts';

/** Finds the sensors of some devices whose pumps run as far as is known, by the id of the device. */
export async function findRunningPumps(
  db: Db,
  deviceIds: number[],
): Promise<Map<number, string[]>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sensors')
    .select(['device_id', 'name', 'pump_state'])
    .where('device_id', 'in', deviceIds)
    .where('pump_state', 'is not', null)
    .orderBy('device_id')
    .orderBy('sensor_no')
    .execute();
  const running = new Map<number, string[]>();
  for (const { device_id, name, pump_state } of rows) {
    if (unpackPump(pump_state).onSince === undefined) continue;
    running.set(device_id, [...(running.get(device_id) ?? []), name]);
  }
  return running;
}
