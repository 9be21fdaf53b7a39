import type { CompiledQuery } from 'kysely';
import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { rowSet } from '../../db/row-set.ts';

/** What differs between the readings of a device, in the order in which `reading-renderers.ts` takes it. */
const readingColumns = [
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

/** The latest reading of each sensor of an owner's device, in the order in which the sensors came up. */
export function findLatestReadings(db: Db, deviceId: number, ownerId: number) {
  return findLatestRows(db, { deviceId, ownerId });
}

type OwnDevice = { deviceId: number; ownerId: number };

const findLatestRows = prepare(({ deviceId, ownerId }: OwnDevice, _engine, db) =>
  db
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
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('devices')
          .select('id')
          .where('id', '=', deviceId)
          .where('owner_id', '=', ownerId),
      ),
    )
    .where('recorded_at', 'is not', null)
    .orderBy('sensor_no'),
);

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

type HoursOfDevice = { deviceId: number; sensorName: string | undefined; from: number };

/** How many readings a device, or its sensor of a name, has in each hour from one on, oldest first. */
export async function countByHour(
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

export type PageSelection = {
  deviceId: number;
  sensors: Pick<SensorSpan, 'sensor_no'>[];
  /** The page begins with the first instant after this and ends before `end`. */
  after: number;
  end: number;
  /** Most readings of any one sensor. */
  perSensor: number;
};

/**
 * The next readings of some sensors of a device, in the order of time. A page reaches up to the
 * instant at which the first of the sensors has given its share, so it never ends within an instant,
 * costs what it holds whatever came before, and holds at least one full share unless it is the last.
 */
export function readingsPage(db: Db, selection: PageSelection): CompiledQuery {
  const { deviceId, sensors, after, end, perSensor } = selection;
  const [first, ...others] = sensors;
  if (first && others.length === 0) return readingsPageOfOne(db, selection, first);
  const sensorNos = sensors.map(({ sensor_no }) => sensor_no);
  return db
    .selectFrom('sensors as s')
    .innerJoin('readings as r', (join) =>
      join.onRef('r.device_id', '=', 's.device_id').onRef('r.sensor_no', '=', 's.sensor_no'),
    )
    .select(readingColumns.map((column) => `r.${column}` as const))
    .where('s.device_id', '=', deviceId)
    .where('s.sensor_no', 'in', sensorNos)
    .where('r.recorded_at', '>', after)
    .where('r.recorded_at', '<=', (eb) =>
      eb.fn.coalesce(
        eb
          .selectFrom('sensors as t')
          .select(({ fn, selectFrom }) =>
            fn
              .min(
                selectFrom('readings as n')
                  .select('n.recorded_at')
                  .whereRef('n.device_id', '=', 't.device_id')
                  .whereRef('n.sensor_no', '=', 't.sensor_no')
                  .where('n.recorded_at', '>', after)
                  .where('n.recorded_at', '<', end)
                  .orderBy('n.recorded_at')
                  .limit(1)
                  .offset(perSensor - 1),
              )
              .as('upTo'),
          )
          .where('t.device_id', '=', deviceId)
          .where('t.sensor_no', 'in', sensorNos),
        eb.val(end - 1),
      ),
    )
    .orderBy('r.recorded_at')
    .orderBy('r.sensor_no')
    .compile();
}

/** The same of one sensor alone, which is by far the usual case: three times as fast as a join. */
function readingsPageOfOne(
  db: Db,
  { deviceId, after, end, perSensor }: PageSelection,
  { sensor_no }: PageSelection['sensors'][number],
): CompiledQuery {
  return db
    .selectFrom('readings')
    .select(readingColumns)
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensor_no)
    .where('recorded_at', '>', after)
    .where('recorded_at', '<', end)
    .orderBy('recorded_at')
    .limit(perSensor)
    .compile();
}

type LevelsSelection = {
  deviceId: number;
  sensorNo: number;
  /** The page begins with the first instant after this and ends before `end`. */
  after: number;
  end: number;
  limit: number;
};

/** As much of a sensor's next readings as a curve is drawn with. */
export function levelsPage(
  db: Db,
  { deviceId, sensorNo, after, end, limit }: LevelsSelection,
): CompiledQuery {
  return db
    .selectFrom('readings')
    .select(['recorded_at', 'level'])
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('recorded_at', '>', after)
    .where('recorded_at', '<', end)
    .orderBy('recorded_at')
    .limit(limit)
    .compile();
}

/** What names a reading of a device. */
export type ChosenReading = { sensor_no: number; recorded_at: number };

const chosenColumns = { sensor_no: 'bigint', recorded_at: 'bigint' } as const;

/** Some readings of a device, in the order of time and with the columns of `readingsPage`. */
export function chosenReadings(
  { longRead: db, engine }: Pick<Database, 'longRead' | 'engine'>,
  deviceId: number,
  chosen: ChosenReading[],
): CompiledQuery {
  const rows = rowSet(engine, chosenColumns, chosen).$castTo<ChosenReading>();
  // SQLite takes what stands left of a cross join first, so each row is one look into the key.
  return db
    .selectFrom(rows.as('v'))
    .crossJoin('readings as r')
    .select(readingColumns.map((column) => `r.${column}` as const))
    .where('r.device_id', '=', deviceId)
    .whereRef('r.sensor_no', '=', 'v.sensor_no')
    .whereRef('r.recorded_at', '=', 'v.recorded_at')
    .orderBy('r.recorded_at')
    .orderBy('r.sensor_no')
    .compile();
}
