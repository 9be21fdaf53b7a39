import type { Database } from '../../db/database.ts';
import type { Db } from '../../db/db.ts';
import type { OrderedRows } from '../../kit/async/delete-in-steps.ts';

/** Tables whose rows lie in the order of device, sensor and time. */
export type SeriesTable = keyof typeof timeOf;

/** All series tables, in the order in which they are purged. */
export const seriesTables: SeriesTable[] = [
  'readings',
  'packed_readings',
  'hourly_rollups',
  'refills',
  'refill_sources',
  'tanker_receipts',
  'corrections',
  'use_habits',
];

export type SeriesKey = { deviceId: number; sensorNo: number };

const timeOf = {
  packed_readings: 'last_at',
  readings: 'recorded_at',
  hourly_rollups: 'hour',
  refills: 'hour',
  refill_sources: 'begun_at',
  tanker_receipts: 'received_at',
  corrections: 'begun_at',
  use_habits: 'learnt_at',
} as const;

/** Returns the rows of a sensor in one of its tables; with `before`, only those of an earlier time. */
export function seriesOf(
  db: Database,
  table: SeriesTable,
  key: SeriesKey,
  before: number = Number.MAX_SAFE_INTEGER,
): OrderedRows {
  return {
    findAt: (range) => findInstantAt(db.longRead, table, key, { ...range, before }),
    deleteUpTo: (range) => deleteSeriesUpTo(db.write, table, key, range),
    last: before - 1,
  };
}

/** Finds the instant of the row that comes `count` rows after an instant, if there are so many. */
async function findInstantAt(
  db: Db,
  table: SeriesTable,
  { deviceId, sensorNo }: SeriesKey,
  { after, before, count }: { after: number; before: number; count: number },
): Promise<number | undefined> {
  const time = timeOf[table];
  const row = await db
    .selectFrom(table)
    .select((eb) => eb.ref(time).as('at'))
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where(time, '>', after)
    .where(time, '<', before)
    .orderBy(time)
    .limit(1)
    .offset(count - 1)
    .executeTakeFirst();
  return row?.at;
}

async function deleteSeriesUpTo(
  db: Db,
  table: SeriesTable,
  { deviceId, sensorNo }: SeriesKey,
  { after, upTo }: { after: number; upTo: number },
): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom(table)
    .where('device_id', '=', deviceId)
    .where('sensor_no', '=', sensorNo)
    .where(timeOf[table], '>', after)
    .where(timeOf[table], '<=', upTo)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
