import type { Db } from '../../db/db.ts';

/** A sensor, and how far back its readings and its rollups go: null where it has none. */
export type OldestRows = {
  device_id: number;
  sensor_no: number;
  readings: number | null;
  packed_readings: number | null;
  hourly_rollups: number | null;
};

/** Sensors in the order of their key, a page at a time; of each table one row of a sensor is read. */
export async function findOldestRows(
  db: Db,
  {
    after,
    limit,
  }: { after: Pick<OldestRows, 'device_id' | 'sensor_no'> | undefined; limit: number },
): Promise<OldestRows[]> {
  return await db
    .selectFrom('sensors')
    .select(({ selectFrom }) => [
      'device_id',
      'sensor_no',
      selectFrom('readings')
        .select(({ fn }) => fn.min<number | null>('readings.recorded_at').as('oldest'))
        .whereRef('readings.device_id', '=', 'sensors.device_id')
        .whereRef('readings.sensor_no', '=', 'sensors.sensor_no')
        .as('readings'),
      selectFrom('packed_readings')
        .select(({ fn }) => fn.min<number | null>('packed_readings.start_at').as('oldest'))
        .whereRef('packed_readings.device_id', '=', 'sensors.device_id')
        .whereRef('packed_readings.sensor_no', '=', 'sensors.sensor_no')
        .as('packed_readings'),
      selectFrom('hourly_rollups')
        .select(({ fn }) => fn.min<number | null>('hourly_rollups.hour').as('oldest'))
        .whereRef('hourly_rollups.device_id', '=', 'sensors.device_id')
        .whereRef('hourly_rollups.sensor_no', '=', 'sensors.sensor_no')
        .as('hourly_rollups'),
    ])
    .where(({ eb, refTuple, tuple }) =>
      eb(
        refTuple('device_id', 'sensor_no'),
        '>',
        tuple(after?.device_id ?? 0, after?.sensor_no ?? 0),
      ),
    )
    .orderBy('device_id')
    .orderBy('sensor_no')
    .limit(limit)
    .execute();
}
