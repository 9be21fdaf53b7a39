import type { CompiledQuery } from 'kysely';
import type { Db } from '../../../db/db.ts';
import type { Rollup } from '../../record/rollups/rollup.ts';

type Sensor = { deviceId: number; sensorNo: number };

type HoursSelection<C> = Sensor & {
  /** Epoch milliseconds of `[from, end)`. */
  from: number;
  end: number;
  columns: readonly C[];
  limit: number;
};

/** Finds the last hour before another in which a sensor has readings. */
export async function findHourBefore(
  db: Db,
  { deviceId, sensorNo, hour }: Sensor & { hour: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('hourly_rollups')
    .select(({ fn }) => fn.max('hour').as('hour'))
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('hour', '<', hour)
    .executeTakeFirstOrThrow();
  return row.hour;
}

/** Finds the first hour, at or after an instant, in which a sensor has readings. */
export async function findHourAfter(
  db: Db,
  { deviceId, sensorNo, instant }: Sensor & { instant: number },
): Promise<number | null> {
  const row = await db
    .selectFrom('hourly_rollups')
    .select(({ fn }) => fn.min('hour').as('hour'))
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('hour', '>=', instant)
    .executeTakeFirstOrThrow();
  return row.hour;
}

/** Selects rollups of a sensor whose hours begin in a span of time, oldest first. */
export function rollupsPage<C extends keyof Rollup>(
  db: Db,
  { deviceId, sensorNo, from, end, columns, limit }: HoursSelection<C>,
): CompiledQuery {
  return db
    .selectFrom('hourly_rollups')
    .select(columns)
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('hour', '>=', from)
    .where('hour', '<', end)
    .orderBy('hour')
    .limit(limit)
    .compile();
}

type DayLength = { from: number; end: number; base: number; step: number };

/** Sums up the rollups of `[from, end)` by steps of `step` milliseconds that count from `base`. */
export function sumUpSteps(
  db: Db,
  { deviceId, sensorNo }: Sensor,
  { from, end, base, step }: DayLength,
) {
  return db
    .selectFrom('hourly_rollups')
    .select(({ eb, fn, parens }) => [
      // SQLite gets its numbers as reals, and would return fractions of a step.
      eb.cast<number>(eb(parens('hour', '-', base), '/', step), 'bigint').as('index'),
      fn.sum<number>('count').as('count'),
      fn.min('level_min').as('level_min'),
      fn.max('level_max').as('level_max'),
      fn.sum<number>('level_sum').as('level_sum'),
    ])
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('hour', '>=', from)
    .where('hour', '<', end)
    .groupBy('index')
    .orderBy('index')
    .execute();
}

export async function trackersBefore(
  db: Db,
  { deviceId, sensorNo, hours }: Sensor & { hours: number[] },
): Promise<{ hour: number; tracker: string | null }[]> {
  return await db
    .selectFrom('hourly_rollups as h')
    .select((eb) => [
      'h.hour',
      eb
        .selectFrom('hourly_rollups as b')
        .select('b.tracker')
        .whereRef('b.device_id', '=', 'h.device_id')
        .whereRef('b.sensor_no', '=', 'h.sensor_no')
        .whereRef('b.hour', '<', 'h.hour')
        .orderBy('b.hour', 'desc')
        .limit(1)
        .as('tracker'),
    ])
    .where('h.device_id', '=', deviceId)
    .where('h.sensor_no', '=', sensorNo)
    .where('h.hour', 'in', hours)
    .execute();
}
