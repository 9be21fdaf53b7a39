import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import { prepare } from '../../db/prepare.ts';
import type { Static } from '../../kit/api/schema/schema.ts';
import { roundTo2 } from '../../kit/round.ts';
import { toIso } from '../../kit/time/instant.ts';
import { hourMs } from '../../kit/time/units.ts';
import { readSensors } from '../readings/device-queries.ts';
import { findSensorSpans } from './queries.ts';
import type { SensorSummary } from './schemas.ts';

/**
 * Sums up the readings of each sensor of a device from an instant on: whole hours, and the one that it cuts.
 */
export async function summarise(
  db: Database,
  { deviceId, from }: { deviceId: number; from: number },
  signal: AbortSignal,
): Promise<Static<typeof SensorSummary>[]> {
  const { inTurn, longRead } = db;
  const nextHour = Math.ceil(from / hourMs) * hourMs;
  const cutHour = { deviceId, start: from, end: nextHour };
  const parts = await Promise.all([
    sumUpReadings(db, cutHour, signal),
    inTurn(() => sumUpHours(longRead, deviceId, nextHour), signal),
  ]);
  return mergeAggregates(parts.flat()).map(presentSummary);
}

/** Merges aggregates into one for each sensor, in the order in which the sensors were first seen. */
export function mergeAggregates(aggregates: readonly Aggregate[]): Aggregate[] {
  const bySensor = new Map<number, Aggregate>();
  for (const each of aggregates) {
    const known = bySensor.get(each.sensor_no);
    bySensor.set(each.sensor_no, known ? add(known, each) : each);
  }
  return [...bySensor.values()].sort((a, b) => a.sensor_no - b.sensor_no);
}

function add(a: Aggregate, b: Aggregate): Aggregate {
  return {
    ...a,
    count: a.count + b.count,
    level_min: Math.min(a.level_min, b.level_min),
    level_max: Math.max(a.level_max, b.level_max),
    level_sum: a.level_sum + b.level_sum,
    first_at: Math.min(a.first_at, b.first_at),
    last_at: Math.max(a.last_at, b.last_at),
  };
}

function presentSummary(aggregate: Aggregate): Static<typeof SensorSummary> {
  const { sensor_name, count, level_min, level_max, level_sum, first_at, last_at } = aggregate;
  return {
    sensor_name,
    average: roundTo2(level_sum / count),
    minimum: level_min,
    maximum: level_max,
    count,
    first_at: toIso(first_at),
    last_at: toIso(last_at),
  };
}

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

/** Sums up the readings of each sensor of a device in a part of an hour. */
export async function sumUpReadings(
  db: Database,
  span: { deviceId: number; start: number; end: number },
  signal: AbortSignal,
): Promise<Aggregate[]> {
  const columns = ['sensor_no', 'recorded_at', 'level'] as const;
  const [readings, sensors] = await Promise.all([
    readSensors(db, columns, span, signal),
    findSensorSpans(db.read, span.deviceId, undefined),
  ]);
  const names = new Map(sensors.map(({ sensor_no, name }) => [sensor_no, name]));
  return mergeAggregates(
    readings.map(({ sensor_no, recorded_at, level }) => ({
      sensor_no,
      sensor_name: names.get(sensor_no) ?? '',
      count: 1,
      level_min: level,
      level_max: level,
      level_sum: level,
      first_at: recorded_at,
      last_at: recorded_at,
    })),
  );
}
