import { type CompiledQuery, type Expression, sql } from 'kysely';
import type { Db } from '../../db/db.ts';
import type { ReadingName } from './listed-readings.ts';

/** Readings of a sensor; epoch milliseconds of `[from, end)`. */
export type SensorSpan = { deviceId: number; sensorNo: number; from: number; end: number };

export type PageOfSpan = SensorSpan & { limit: number; isNewestFirst: boolean };

/**
 * Finds the next rows of `readings`, but none where readings of the same time or later are packed: of what the
 * packing has moved meanwhile, some would be missing. Newest first that cannot happen, since it moves the oldest.
 */
export function rowsPage(
  db: Db,
  columns: readonly ReadingName[],
  { deviceId, sensorNo, from, end, limit, isNewestFirst }: PageOfSpan,
): CompiledQuery {
  return db
    .selectFrom('readings')
    .select(columns)
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('recorded_at', '>=', from)
    .where('recorded_at', '<', end)
    .$if(!isNewestFirst, (query) =>
      query.where(({ eb, fn, selectFrom }) =>
        eb(
          fn.coalesce(
            selectFrom('packed_readings')
              .select('last_at')
              .where('device_id', '=', deviceId)
              .where('sensor_no', '=', sensorNo)
              .orderBy('start_at', 'desc')
              .limit(1),
            sql.lit(-1),
          ),
          '<',
          from,
        ),
      ),
    )
    .orderBy('recorded_at', isNewestFirst ? 'desc' : 'asc')
    .limit(limit)
    .compile();
}

/** Where the stretch starts to which an instant of a sensor belongs; 0 where all of them are later. */
export function startOfStretch(
  deviceId: number,
  sensorNo: Expression<number>,
  at: Expression<number>,
): Expression<number> {
  return sql<number>`coalesce((
    select b.start_at from packed_readings as b
    where b.device_id = ${deviceId} and b.sensor_no = ${sensorNo} and b.start_at <= ${at}
    order by b.start_at desc limit 1
  ), 0)`;
}

/** Finds the next stretches that overlap a span, with how far each reaches: its last instant, or its start. */
export function stretchesPage(
  db: Db,
  { deviceId, sensorNo, from, end, limit, isNewestFirst }: PageOfSpan,
): CompiledQuery {
  return db
    .selectFrom('packed_readings')
    .select(['sensor_no', isNewestFirst ? 'start_at' : 'last_at', 'body'])
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where('start_at', '>=', startOfStretch(deviceId, sql.val(sensorNo), sql.val(from)))
    .where('start_at', '<', end)
    .where('last_at', '>=', from)
    .orderBy('start_at', isNewestFirst ? 'desc' : 'asc')
    .limit(limit)
    .compile();
}
