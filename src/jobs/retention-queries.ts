import { sql } from 'kysely';
import type { Database } from '../db/database.ts';
import type { SeriesKey } from './series-queries.ts';

/** A sensor, and how far back each of its tables goes: null where it has nothing there. */
export type OldestRows = {
  device_id: number;
  sensor_no: number;
  oldest_reading: number | null;
  oldest_rollup: number | null;
  /** The oldest of what still waits in the sensor's own row; see `water/record/sqlite/sensor-heads.ts`. */
  waiting_since: number | null;
};

/** Sensors in the order of their key, a page at a time; of each table one row of a sensor is read. */
export async function findOldestRows(
  { longRead, engine }: Pick<Database, 'longRead' | 'engine'>,
  { deviceId, sensorNo }: SeriesKey,
  limit: number,
): Promise<OldestRows[]> {
  return await longRead
    .selectFrom('sensors')
    .select((eb) => [
      'device_id',
      'sensor_no',
      eb
        .selectFrom('readings')
        .select(({ fn }) => fn.min('readings.recorded_at').as('oldest'))
        .whereRef('readings.device_id', '=', 'sensors.device_id')
        .whereRef('readings.sensor_no', '=', 'sensors.sensor_no')
        .as('oldest_reading'),
      eb
        .selectFrom('hourly_rollups')
        .select(({ fn }) => fn.min('hourly_rollups.hour').as('oldest'))
        .whereRef('hourly_rollups.device_id', '=', 'sensors.device_id')
        .whereRef('hourly_rollups.sensor_no', '=', 'sensors.sensor_no')
        .as('oldest_rollup'),
      waitingSince[engine].as('waiting_since'),
    ])
    .where(({ eb, refTuple, tuple }) =>
      eb(refTuple('device_id', 'sensor_no'), '>', tuple(deviceId, sensorNo)),
    )
    .orderBy('device_id')
    .orderBy('sensor_no')
    .limit(limit)
    .execute();
}

const waitingSince = {
  sqlite: sql<number | null>`waiting_since`,
  postgres: sql<number | null>`null`,
};
