import type { CompiledQuery } from 'kysely';
import type { Db } from '../../db/database.ts';

const readingColumns = [
  'device_id',
  'sensor_no',
  'recorded_at',
  'level',
  'level_cm',
  'volume',
  'temperature',
  'pump',
  'latitude',
  'longitude',
  'status',
  'source',
] as const;

/** The latest reading of each sensor of a device, in the order in which the sensors came up. */
export function findLatestReadings(db: Db, deviceId: number) {
  return db
    .selectFrom('sensors')
    .select(['device_id', 'sensor_no', 'name as sensor_name'])
    .select(['level_cm', 'volume', 'temperature', 'pump', 'latitude', 'longitude'])
    .select((eb) => [
      eb.ref('recorded_at').$notNull().as('recorded_at'),
      eb.ref('level').$notNull().as('level'),
      eb.ref('status').$notNull().as('status'),
      eb.ref('source').$notNull().as('source'),
    ])
    .where('device_id', '=', deviceId)
    .where('recorded_at', 'is not', null)
    .orderBy('sensor_no')
    .execute();
}

/** A sensor with the hour of its first reading and the instant of its latest. */
export type SensorSpan = {
  sensor_no: number;
  name: string;
  first_hour: number | null;
  latest_at: number | null;
};

/** The sensors of a device, or the one of a name, in the order in which they came up. */
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
        .whereRef('h.device_id', '=', 's.device_id')
        .whereRef('h.sensor_no', '=', 's.sensor_no')
        .as('first_hour'),
    )
    .where('s.device_id', '=', deviceId);
  if (name !== undefined) query = query.where('s.name', '=', name);
  return await query.orderBy('s.sensor_no').execute();
}

/** Where a list of readings stands: behind the reading of a sensor at an instant. */
export type ReadingCursor = { recorded_at: number; sensor_no: number };

type PageSelection = {
  deviceId: number;
  sensorNos: readonly number[];
  after: ReadingCursor;
  /** Epoch milliseconds of the first instant that is not wanted. */
  end: number;
  limit: number;
};

/** The next readings of some sensors of a device, in the order of time. */
export function readingsPage(db: Db, selection: PageSelection): CompiledQuery {
  const { deviceId, sensorNos, after, end, limit } = selection;
  return db
    .selectFrom('sensors as s')
    .innerJoin('readings as r', (join) =>
      join.onRef('r.device_id', '=', 's.device_id').onRef('r.sensor_no', '=', 's.sensor_no'),
    )
    .select(readingColumns.map((column) => `r.${column}` as const))
    .select('s.name as sensor_name')
    .where('s.device_id', '=', deviceId)
    .where('s.sensor_no', 'in', sensorNos)
    .where('r.recorded_at', '>=', after.recorded_at)
    .where('r.recorded_at', '<', end)
    .where((eb) =>
      eb.or([
        eb('r.recorded_at', '>', after.recorded_at),
        eb('r.sensor_no', '>', after.sensor_no),
      ]),
    )
    .orderBy('r.recorded_at')
    .orderBy('r.sensor_no')
    .limit(limit)
    .compile();
}

type Stretch = {
  deviceId: number;
  sensorNos: readonly number[];
  /** Epoch milliseconds of `[from, end)`. */
  from: number;
  end: number;
};

/** How many readings some sensors of a device have together in each hour of a stretch of time. */
export function countByHour(
  db: Db,
  { deviceId, sensorNos, from, end }: Stretch,
): Promise<{ hour: number; count: number }[]> {
  return db
    .selectFrom('hourly_rollups')
    .select(({ fn }) => ['hour', fn.sum<number>('count').as('count')])
    .where('device_id', '=', deviceId)
    .where('sensor_no', 'in', sensorNos)
    .where('hour', '>=', from)
    .where('hour', '<', end)
    .groupBy('hour')
    .orderBy('hour')
    .execute();
}

/** What a sensor's readings of some stretch of time come to. */
export type Aggregate = {
  sensor_no: number;
  count: number;
  level_min: number;
  level_max: number;
  level_sum: number;
  first_at: number;
  last_at: number;
};

/** Sums up the rollups of some sensors of a device for the hours of a stretch of time. */
export function sumUpHours(
  db: Db,
  { deviceId, sensorNos, from, end }: Stretch,
): Promise<Aggregate[]> {
  return db
    .selectFrom('hourly_rollups')
    .select(({ fn }) => [
      'sensor_no',
      fn.sum<number>('count').as('count'),
      fn.min('level_min').as('level_min'),
      fn.max('level_max').as('level_max'),
      fn.sum<number>('level_sum').as('level_sum'),
      fn.min('first_at').as('first_at'),
      fn.max('last_at').as('last_at'),
    ])
    .where('device_id', '=', deviceId)
    .where('sensor_no', 'in', sensorNos)
    .where('hour', '>=', from)
    .where('hour', '<', end)
    .groupBy('sensor_no')
    .execute();
}

/** Sums up the readings of some sensors of a device in a stretch of time. */
export function sumUpReadings(
  db: Db,
  { deviceId, sensorNos, from, end }: Stretch,
): Promise<Aggregate[]> {
  return db
    .selectFrom('readings')
    .select(({ fn }) => [
      'sensor_no',
      fn.countAll<number>().as('count'),
      fn.min('level').as('level_min'),
      fn.max('level').as('level_max'),
      fn.sum<number>('level').as('level_sum'),
      fn.min('recorded_at').as('first_at'),
      fn.max('recorded_at').as('last_at'),
    ])
    .where('device_id', '=', deviceId)
    .where('sensor_no', 'in', sensorNos)
    .where('recorded_at', '>=', from)
    .where('recorded_at', '<', end)
    .groupBy('sensor_no')
    .execute();
}
