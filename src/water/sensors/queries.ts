import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { readingColumns } from '../../db/tables/reading-fields.ts';
import { type SensorsInTime, seenSensors } from '../readings/device-queries.ts';
import type { ReadingRow } from '../record/rollups/rollup.ts';
import type { HourCount } from './history/reading-windows.ts';

/**
 * Columns that differ between the readings of a device: their key, then their fields in the order of the
 * table.
 */
export const listedColumns = ['sensor_no', 'recorded_at', ...readingColumns] as const;

/** Finds the latest reading of each sensor of a device, in the order in which the sensors were first seen. */
export function findLatestReadings(db: Db, deviceId: number) {
  return findLatestRows(db, { deviceId });
}

const findLatestRows = prepare(({ deviceId }: { deviceId: number }, _engine, db) =>
  db
    .selectFrom('sensors')
    .select(['device_id', 'sensor_no', 'name as sensor_name'])
    .select(['recorded_at', ...readingColumns])
    .$narrowType<ReadingRow>()
    .where('device_id', '=', deviceId)
    .where('recorded_at', 'is not', null)
    .orderBy('sensor_no'),
);

/** Sensor with the hour of its first reading and the instant of its latest. */
export type SensorSpan = {
  sensor_no: number;
  name: string;
  first_hour: number | null;
  latest_at: number | null;
};

/** Finds the sensors of a device, or the one of a name, in the order in which they were first seen. */
export async function findSensorSpans(
  db: Db,
  deviceId: number,
  name: string | undefined,
): Promise<SensorSpan[]> {
  let query = db
    .selectFrom('sensors as s')
    .select(['s.sensor_no', 's.name', 's.recorded_at as latest_at'])
    .select((eb) =>
      eb
        .selectFrom('hourly_rollups as h')
        .select(({ fn }) => fn.min('h.hour').as('hour'))
        // With the parameter, since Citus queries all shards for the device of another row.
        .where('h.device_id', '=', deviceId)
        .whereRef('h.sensor_no', '=', 's.sensor_no')
        .as('first_hour'),
    )
    .where('s.device_id', '=', deviceId);
  if (name !== undefined) query = query.where('s.name', '=', name);
  return await query.orderBy('s.sensor_no').execute();
}

type HoursOfDevice = { deviceId: number; sensorName: string | undefined; from: number };

/** Counts the readings of a device, or of its sensor of a name, in each hour from one on, oldest first. */
export async function countByHourSince(
  db: Db,
  { deviceId, sensorName, from }: HoursOfDevice,
): Promise<{ hour: number; count: number }[]> {
  let query = db
    .selectFrom('sensors as s')
    .innerJoin('hourly_rollups as h', (join) =>
      join.onRef('h.device_id', '=', 's.device_id').onRef('h.sensor_no', '=', 's.sensor_no'),
    )
    .select(({ fn }) => ['h.hour', fn.sum<number>('h.count').as('count')])
    .where('s.device_id', '=', deviceId)
    .where('h.hour', '>=', from);
  if (sensorName !== undefined) query = query.where('s.name', '=', sensorName);
  return await query.groupBy('h.hour').orderBy('h.hour').execute();
}

export async function countByHour(db: Db, sensors: SensorsInTime): Promise<HourCount[]> {
  return await seenSensors(db, sensors)
    .crossJoin('hourly_rollups as h')
    .select(({ fn }) => ['h.hour', fn.sum<number>('h.count').as('count')])
    .where('h.device_id', '=', sensors.deviceId)
    .whereRef('h.sensor_no', '=', 's.sensor_no')
    .where('h.hour', '>=', sensors.start)
    .where('h.hour', '<', sensors.end)
    .groupBy('h.hour')
    .orderBy('h.hour')
    .execute();
}
