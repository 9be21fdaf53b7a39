import type { Database } from '../../../db/database.ts';
import type { HourRow } from '../use/use-history.ts';

/** Hours of `[from, ...)`; `signal` is aborted where nobody waits any more. */
type HoursOfSensor = { deviceId: number; sensorNo: number; from: number; signal: AbortSignal };

/** The hours that the use of a sensor's tank is learnt from, oldest first. */
export async function findHoursOfUse(
  db: Database,
  { deviceId, sensorNo, from, signal }: HoursOfSensor,
): Promise<HourRow[]> {
  return await db.lateRead(
    (late) =>
      late
        .selectFrom('hourly_rollups')
        .select(['hour', 'level_max', 'consumed_level', 'consumed_volume', 'gap_level', 'noise'])
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        .where('hour', '>=', from)
        .orderBy('hour')
        .execute(),
    signal,
  );
}

/** The ledger's tracker as a sensor's newest reading left it. */
export async function findTracker(
  db: Database,
  { deviceId, sensorNo, signal }: Omit<HoursOfSensor, 'from'>,
): Promise<string | undefined> {
  const newest = await db.lateRead(
    (late) =>
      late
        .selectFrom('hourly_rollups')
        .select('tracker')
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        .orderBy('hour', 'desc')
        .limit(1)
        .executeTakeFirst(),
    signal,
  );
  return newest?.tracker;
}
