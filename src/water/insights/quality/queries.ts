import type { Database } from '../../../db/database.ts';
import { readingFields } from '../../../db/tables/reading-fields.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import type { SpanQuery } from '../../ledger/ledger-queries.ts';
import type { QualityReading } from './measure-quality.ts';

/** Finds the newest readings of a sensor in a span of time, oldest first. */
export async function findNewestReadings(
  db: Database,
  { deviceId, sensorNo, from, end, signal, limit }: SpanQuery & { limit: number },
): Promise<QualityReading[]> {
  const rows = await db.lateRead(
    (late) =>
      late
        .selectFrom('readings')
        .select(['recorded_at', 'level', 'level_cm', 'temperature', 'filtered_level', 'quality'])
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        .where('recorded_at', '>=', from)
        .where('recorded_at', '<', end)
        .orderBy('recorded_at', 'desc')
        .limit(limit)
        .execute(),
    signal,
  );
  const { suspect } = readingFields.quality.words;
  return rows
    .reverse()
    .map(({ quality, ...reading }) => ({ ...reading, isSuspect: quality === suspect }));
}

export async function countReadings(
  db: Database,
  { deviceId, sensorNo, from, end, signal }: SpanQuery,
): Promise<{ readings: number; suspects: number }> {
  const counted = await db.lateRead(
    (late) =>
      late
        .selectFrom('hourly_rollups')
        .select(({ fn }) => [
          fn.sum<number | null>('count').as('readings'),
          fn.sum<number | null>('suspects').as('suspects'),
        ])
        .where('device_id', '=', deviceId)
        .where('sensor_no', '=', sensorNo)
        .where('hour', '>=', hourOf(from))
        .where('hour', '<', end)
        .executeTakeFirst(),
    signal,
  );
  return { readings: Number(counted?.readings ?? 0), suspects: Number(counted?.suspects ?? 0) };
}
