import type { Database } from '../../../db/database.ts';
import { hourOf } from '../../../kit/time/hour.ts';

type Asked = {
  deviceId: number;
  sensorNo: number;
  /** Epoch milliseconds of `[from, end)`. */
  from: number;
  end: number;
  signal: AbortSignal;
};

export type HourRow = Awaited<ReturnType<typeof findLeakHours>>[number];

/** The hours of a sensor that leaks are found in, oldest first. */
export async function findLeakHours(db: Database, asked: Asked) {
  const { deviceId, sensorNo, from, end, signal } = asked;
  return await db.lateRead(
    (late) =>
      late
        .selectFrom('hourly_rollups')
        .select(['hour', 'count', 'level_sum', 'level_min', 'level_max'])
        .select(['first_level', 'last_level', 'last_volume', 'first_at', 'last_at'])
        .select(['consumed_level', 'gap_level', 'suspects', 'noise'])
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        .where('hour', '>=', hourOf(from))
        .where('hour', '<', end)
        .orderBy('hour')
        .execute(),
    signal,
  );
}
