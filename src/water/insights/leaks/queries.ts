import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { readingFields } from '../../../db/tables/reading-fields.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import type { LeakHour } from './leak-hour.ts';
import { type QuarterHour, quarterHourMs } from './night.ts';

type Asked = {
  deviceId: number;
  sensorNo: number;
  /** Epoch milliseconds of `[from, end)`. */
  from: number;
  end: number;
  signal: AbortSignal;
};

/** The hours of a sensor that leaks are found in, oldest first. */
export async function findLeakHours(db: Database, asked: Asked): Promise<LeakHour[]> {
  const { deviceId, sensorNo, from, end, signal } = asked;
  return await db.lateRead(
    (late) =>
      late
        .selectFrom('hourly_rollups')
        .select(['hour', 'count', 'level_min', 'level_max', 'first_level', 'last_level'])
        .select(['last_volume', 'consumed_level', 'gap_level', 'noise'])
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        .where('hour', '>=', hourOf(from))
        .where('hour', '<', end)
        .orderBy('hour')
        .execute(),
    signal,
  );
}

/** The quarters of an hour of a sensor by their begin, as far as their readings are still stored. */
export async function findQuarterHours(
  db: Database,
  { deviceId, sensorNo, from, end, signal }: Asked,
): Promise<Map<number, QuarterHour>> {
  const begin = sql<number>`recorded_at - recorded_at % ${sql.lit(quarterHourMs)}`;
  const rows = await db.lateRead(
    (late) =>
      late
        .selectFrom('readings')
        .select(({ fn }) => [
          begin.as('begin'),
          fn.countAll<number>().as('count'),
          fn.avg<number>('level').as('level'),
          fn.avg<number>('recorded_at').as('at'),
        ])
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        .where('recorded_at', '>=', from)
        .where('recorded_at', '<', end)
        .where('quality', '=', readingFields.quality.words.good)
        .groupBy(begin)
        .execute(),
    signal,
  );
  return new Map(
    rows.map(({ begin, count, level, at }) => [
      Number(begin),
      { at: Number(at), level, count: Number(count) },
    ]),
  );
}
