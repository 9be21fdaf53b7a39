import { sql } from 'kysely';
import type { Database } from '../../../db/database.ts';
import { readingFields } from '../../../db/tables/reading-fields.ts';
import { findHours, type SpanQuery } from '../../ledger/ledger-queries.ts';
import type { LeakHour } from './leak-hour.ts';
import { type QuarterHour, quarterHourMs } from './night.ts';

/** The hours of a sensor that leaks are found in, oldest first. */
export async function findLeakHours(db: Database, asked: SpanQuery): Promise<LeakHour[]> {
  return await findHours(db, asked, [
    ...(['hour', 'count', 'level_min', 'level_max', 'first_level', 'last_level'] as const),
    ...(['last_volume', 'consumed_level', 'gap_level', 'noise'] as const),
  ]);
}

/** The quarters of an hour of a sensor by their begin, as far as their readings are still stored. */
export async function findQuarterHours(
  db: Database,
  { deviceId, sensorNo, from, end, signal }: SpanQuery,
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
