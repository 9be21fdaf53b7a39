import type { Database } from '../../../db/database.ts';
import { readingFields } from '../../../db/tables/reading-fields.ts';
import { hourOf } from '../../../kit/time/hour.ts';
import type { SpanQuery } from '../../ledger/ledger-queries.ts';
import { readReadings } from '../../readings/read-readings.ts';
import type { QualityReading } from './measure-quality.ts';

const qualityColumns = [
  'recorded_at',
  'level',
  'level_cm',
  'temperature',
  'filtered_level',
  'quality',
] as const;

/** Finds the newest readings of a sensor in a span of time, oldest first. */
export async function findNewestReadings(
  db: Database,
  { deviceId, sensorNo, from, end, signal, limit }: SpanQuery & { limit: number },
): Promise<QualityReading[]> {
  const asked = { deviceId, sensorNo, from, end, signal, isNewestFirst: true };
  const { suspect } = readingFields.quality.words;
  const newest: QualityReading[] = [];
  for await (const page of readReadings(db, asked, qualityColumns)) {
    for (const { quality, ...reading } of page.slice(0, limit - newest.length)) {
      newest.push({ ...reading, isSuspect: quality === suspect });
    }
    if (newest.length === limit) break;
  }
  return newest.reverse();
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
