import { sql } from 'kysely';
import type { Database } from '../../db/database.ts';
import { hourMs } from '../../kit/time/units.ts';

/** A sensor, and how far back its readings and its rollups go: null where it has none. */
export type OldestRows = {
  device_id: number;
  sensor_no: number;
  readings: number | null;
  hourly_rollups: number | null;
};

/** Sensors in the order of their key, a page at a time; of each table one row of a sensor is read. */
export async function findOldestRows(
  { longRead, engine }: Pick<Database, 'longRead' | 'engine'>,
  { deviceId, sensorNo }: { deviceId: number; sensorNo: number },
  limit: number,
): Promise<OldestRows[]> {
  // What waits in a head chunk is newer than all that is in the tables.
  const waiting = engine === 'sqlite' ? sql<number>`head_chunk ->> 'since'` : sql<null>`null`;
  const waitingHour = sql<number | null>`${waiting} - ${waiting} % ${sql.lit(hourMs)}`;
  return await longRead
    .selectFrom('sensors')
    .select(({ fn, selectFrom }) => [
      'device_id',
      'sensor_no',
      fn
        .coalesce(
          selectFrom('readings')
            .select(({ fn }) => fn.min<number | null>('readings.recorded_at').as('oldest'))
            .whereRef('readings.device_id', '=', 'sensors.device_id')
            .whereRef('readings.sensor_no', '=', 'sensors.sensor_no'),
          waiting,
        )
        .as('readings'),
      fn
        .coalesce(
          selectFrom('hourly_rollups')
            .select(({ fn }) => fn.min<number | null>('hourly_rollups.hour').as('oldest'))
            .whereRef('hourly_rollups.device_id', '=', 'sensors.device_id')
            .whereRef('hourly_rollups.sensor_no', '=', 'sensors.sensor_no'),
          waitingHour,
        )
        .as('hourly_rollups'),
    ])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('device_id', 'sensor_no'), '>', tuple(deviceId, sensorNo)),
    )
    .orderBy('device_id')
    .orderBy('sensor_no')
    .limit(limit)
    .execute();
}
