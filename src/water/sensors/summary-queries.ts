import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import { hourMs } from '../../kit/time/units.ts';

/** What a sensor's readings of some stretch of time come to. */
export type Aggregate = {
  sensor_no: number;
  sensor_name: string;
  count: number;
  level_min: number;
  level_max: number;
  level_sum: number;
  first_at: number;
  last_at: number;
};

/** Sums up the rollups of each sensor of a device from an hour on. */
export function sumUpHours(db: Db, deviceId: number, from: number): Promise<Aggregate[]> {
  return sumUpHourRows(db, { deviceId, from });
}

type SinceThen = { deviceId: number; from: number };

const sumUpHourRows = prepare(({ deviceId, from }: SinceThen, _engine, db) =>
  db
    .selectFrom('sensors as s')
    .innerJoin('hourly_rollups as h', (join) =>
      join.onRef('h.device_id', '=', 's.device_id').onRef('h.sensor_no', '=', 's.sensor_no'),
    )
    .select(({ fn }) => [
      's.sensor_no',
      's.name as sensor_name',
      fn.sum<number>('h.count').as('count'),
      fn.min('h.level_min').as('level_min'),
      fn.max('h.level_max').as('level_max'),
      fn.sum<number>('h.level_sum').as('level_sum'),
      fn.min('h.first_at').as('first_at'),
      fn.max('h.last_at').as('last_at'),
    ])
    .where('s.device_id', '=', deviceId)
    .where('h.hour', '>=', from)
    .groupBy(['s.sensor_no', 's.name']),
);

/** Sums up the readings of each sensor of a device from an instant on to the end of its hour. */
export function sumUpReadings(db: Db, deviceId: number, from: number): Promise<Aggregate[]> {
  const until = Math.ceil(from / hourMs) * hourMs;
  return sumUpReadingRows(db, { deviceId, from, until });
}

const sumUpReadingRows = prepare(
  ({ deviceId, from, until }: SinceThen & { until: number }, _, db) =>
    db
      .selectFrom('sensors as s')
      .innerJoin('readings as r', (join) =>
        join.onRef('r.device_id', '=', 's.device_id').onRef('r.sensor_no', '=', 's.sensor_no'),
      )
      .select(({ fn }) => [
        's.sensor_no',
        's.name as sensor_name',
        fn.countAll<number>().as('count'),
        fn.min('r.level').as('level_min'),
        fn.max('r.level').as('level_max'),
        fn.sum<number>('r.level').as('level_sum'),
        fn.min('r.recorded_at').as('first_at'),
        fn.max('r.recorded_at').as('last_at'),
      ])
      .where('s.device_id', '=', deviceId)
      .where('r.recorded_at', '>=', from)
      .where('r.recorded_at', '<', until)
      .groupBy(['s.sensor_no', 's.name']),
);
