import type { Db } from '../../../db/db.ts';
import { unpackPump } from '../../pumps/pump-state.ts';

/** Sensors of a device whose pumps run as far as is known. */
export type RunningPumps = {
  names: string[];
  /** Instant by which all of them stop by themselves, as their device was told; absent where one was not. */
  stopsBy?: number;
};

/** Finds the running pumps of some devices, by the id of the device. */
export async function findRunningPumps(
  db: Db,
  deviceIds: number[],
): Promise<Map<number, RunningPumps>> {
  if (deviceIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('sensors')
    .select(['device_id', 'name', 'pump_state'])
    .where('device_id', 'in', deviceIds)
    .where('pump_state', 'is not', null)
    .orderBy('device_id')
    .orderBy('sensor_no')
    .execute();
  const running = new Map<number, RunningPumps>();
  for (const { device_id, name, pump_state } of rows) {
    const { onSince, stopsBy = Number.POSITIVE_INFINITY } = unpackPump(pump_state);
    if (onSince === undefined) continue;
    const others = running.get(device_id);
    const othersStop = others ? (others.stopsBy ?? Number.POSITIVE_INFINITY) : 0;
    const lastStop = Math.max(othersStop, stopsBy);
    running.set(device_id, {
      names: [...(others?.names ?? []), name],
      ...(Number.isFinite(lastStop) && { stopsBy: lastStop }),
    });
  }
  return running;
}
