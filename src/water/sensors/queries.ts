import type { CompiledQuery } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { rowSet } from '../../db/row-set.ts';
import { readingColumns } from '../../db/tables/reading-fields.ts';
import type { ReadingRow } from '../record/rollups/rollup.ts';
import type { HourCount, Window } from './history/reading-windows.ts';

/**
 * Columns that differ between the readings of a device: their key, then their fields in the order of the
 * table.
 */
const listedColumns = ['sensor_no', 'recorded_at', ...readingColumns] as const;

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

type SensorPage = {
  deviceId: number;
  sensorNo: number;
  /** The page begins with the first instant after this and ends before `end`. */
  after: number;
  end: number;
  limit: number;
};

/** Selects the next readings of one sensor, in the order of time. */
export function readingsPage(
  db: Db,
  { deviceId, sensorNo, after, end, limit }: SensorPage,
): CompiledQuery {
  return db
    .selectFrom('readings')
    .select(listedColumns)
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('recorded_at', '>', after)
    .where('recorded_at', '<', end)
    .orderBy('recorded_at')
    .limit(limit)
    .compile();
}

/**
 * Sensors of a device up to a number, in a span of time. They are not listed one by one, since an engine
 * takes only so many parameters.
 */
type SensorsInTime = Window & { deviceId: number; lastSensorNo: number };

function seenSensors(db: Db, { deviceId, lastSensorNo, start }: SensorsInTime) {
  return db
    .selectFrom('sensors as s')
    .where('s.device_id', '=', deviceId)
    .where('s.sensor_no', '<=', lastSensorNo)
    .where('s.recorded_at', '>=', start);
}

/** Selects all readings of some sensors in a window, in the order of time. */
export function readingsOfWindow(db: Db, sensors: SensorsInTime): CompiledQuery {
  // SQLite runs the left side of a cross join first, so each sensor is one look-up of the key.
  return seenSensors(db, sensors)
    .crossJoin('readings as r')
    .select(listedColumns.map((column) => `r.${column}` as const))
    .where('r.device_id', '=', sensors.deviceId)
    .whereRef('r.sensor_no', '=', 's.sensor_no')
    .where('r.recorded_at', '>=', sensors.start)
    .where('r.recorded_at', '<', sensors.end)
    .orderBy('r.recorded_at')
    .orderBy('r.sensor_no')
    .compile();
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

/** Finds the instant of the first reading of some sensors in a span of time; null where there is none. */
export async function findFirstInstant(db: Db, sensors: SensorsInTime): Promise<number | null> {
  const { first } = await seenSensors(db, sensors)
    .select(({ fn, selectFrom }) =>
      fn
        .min<number | null>(
          selectFrom('readings as r')
            .select('r.recorded_at')
            .where('r.device_id', '=', sensors.deviceId)
            .whereRef('r.sensor_no', '=', 's.sensor_no')
            .where('r.recorded_at', '>=', sensors.start)
            .where('r.recorded_at', '<', sensors.end)
            .orderBy('r.recorded_at')
            .limit(1),
        )
        .as('first'),
    )
    .executeTakeFirstOrThrow();
  return first;
}

/** Selects the instants of a sensor's next readings, with what is drawn of them. */
export function levelsPage(
  db: Db,
  { deviceId, sensorNo, after, end, limit }: SensorPage,
): CompiledQuery {
  return db
    .selectFrom('readings')
    .select(['recorded_at', 'level', 'filtered_level', 'quality', 'temperature', 'pump'])
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('recorded_at', '>', after)
    .where('recorded_at', '<', end)
    .orderBy('recorded_at')
    .limit(limit)
    .compile();
}

export type ChosenReading = { sensor_no: number; recorded_at: number };

const chosenColumns = { sensor_no: 'bigint', recorded_at: 'bigint' } as const;

/** Selects some readings of a device, in the order of time and with the columns of `readingsPage`. */
export function chosenReadings(
  { longRead: db, engine }: Pick<Database, 'longRead' | 'engine'>,
  deviceId: number,
  chosen: ChosenReading[],
): CompiledQuery {
  const rows = rowSet(engine, chosenColumns, chosen).$castTo<ChosenReading>();
  // SQLite runs the left side of a cross join first, so each row is one look-up of the key.
  return db
    .selectFrom(rows.as('v'))
    .crossJoin('readings as r')
    .select(listedColumns.map((column) => `r.${column}` as const))
    .where('r.device_id', '=', deviceId)
    .whereRef('r.sensor_no', '=', 'v.sensor_no')
    .whereRef('r.recorded_at', '=', 'v.recorded_at')
    .orderBy('r.recorded_at')
    .orderBy('r.sensor_no')
    .compile();
}
