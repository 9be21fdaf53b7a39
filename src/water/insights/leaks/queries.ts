import type { Database } from '../../../db/database.ts';
import type { Db } from '../../../db/db.ts';
import { findHours, type SpanQuery } from '../../ledger/ledger-queries.ts';
import { renderReadings } from '../../readings/read-readings.ts';
import type { LeakHour } from './leak-hour.ts';
import type { QuarterHour } from './night.ts';
import { numbersOfQuarter, type Quarters, quarterColumns } from './sum-up-quarters.ts';

/** The hours of a sensor that leaks are found in, oldest first. */
export async function findLeakHours(db: Database, asked: SpanQuery): Promise<LeakHour[]> {
  return await findHours(db, asked, [
    ...(['hour', 'count', 'level_min', 'level_max', 'first_level', 'last_level'] as const),
    ...(['last_volume', 'consumed_level', 'gap_level', 'noise'] as const),
  ]);
}

/** The tank of a sensor, as its configuration stores it; null or undefined where no shape is known. */
export async function findTank(
  db: Db,
  deviceId: number,
  sensorNo: number,
): Promise<string | null | undefined> {
  const config = await db
    .selectFrom('sensors as s')
    .innerJoin('sensor_configs as c', (join) =>
      join.onRef('c.device_id', '=', 's.device_id').onRef('c.sensor_name', '=', 's.name'),
    )
    .select('c.tank')
    .where('s.device_id', '=', deviceId)
    .where('s.sensor_no', '=', sensorNo)
    .executeTakeFirst();
  return config?.tank;
}

/** The quarters of an hour of a sensor by their begin, as far as their readings are still stored. */
export async function findQuarterHours(
  db: Database,
  asked: SpanQuery,
): Promise<Map<number, QuarterHour>> {
  const quarters = new Map<number, QuarterHour>();
  const add = (begin: number, { count, at, level }: QuarterHour) => {
    const known = quarters.get(begin) ?? { count: 0, at: 0, level: 0 };
    known.count += count;
    known.at += at;
    known.level += level;
    quarters.set(begin, known);
  };
  const pages = renderReadings<Quarters>(
    db,
    { ...asked, pageSize: 5000 },
    { columns: quarterColumns, renderer: 'sumUpQuarters' },
  );
  for await (const { sums } of pages) {
    for (let place = 0; place < sums.length; place += numbersOfQuarter) {
      const [begin = 0, count = 0, at = 0, level = 0] = sums.subarray(place);
      add(begin, { count, at, level });
    }
  }
  for (const quarter of quarters.values()) {
    quarter.at /= quarter.count;
    quarter.level /= quarter.count;
  }
  return quarters;
}
