import type { Database } from '../../db/database.ts';
import type { Day } from '../../kit/time-zone.ts';
import { hourMs, hourOf, type MeasuredRow, type Rollup } from '../record/rollup.ts';
import { type Hour, isDivided } from './hour-parts.ts';
import { readingsOfHours, rollupsPage } from './hour-queries.ts';
import { type PackedRows, unpackRows } from './packed-rows.ts';

/** What every report has to know of an hour, so as to tell its days apart. */
type Known = 'hour' | 'count' | 'first_at' | 'last_at';

export type HoursOfSensor<C extends keyof Rollup> = {
  deviceId: number;
  sensorNo: number;
  days: readonly Day[];
  columns: readonly (C | Known)[];
};

/** 200 days: the longest period at once, and longer ranges without holding up other requests. */
const hoursAtOnce = 4800;
const readingsAtOnce = 20_000;

/**
 * The hours of a sensor in some days, and the last one before them; oldest first. Those that a day
 * divides bring their readings along.
 */
export async function* readHours<C extends keyof Rollup>(
  db: Database,
  { deviceId, sensorNo, days, columns }: HoursOfSensor<C>,
): AsyncGenerator<Hour<Pick<Rollup, C | Known>>> {
  const sensor = { deviceId, sensorNo };
  const end = days.at(-1)?.end ?? 0;
  let from: number | undefined = hourOf(days[0]?.start ?? end);
  while (from !== undefined) {
    const query = rollupsPage(db.longRead, { ...sensor, from, end, columns, limit: hoursAtOnce });
    const rollups = await readPacked<Pick<Rollup, C | Known>>(db, query);
    const divided = rollups.filter((rollup) => isDivided(rollup, days));
    const readings = await readReadings(db, sensor, divided);
    for (const rollup of rollups) yield { rollup, readings: readings.get(rollup.hour) ?? [] };
    const last = rollups.at(-1);
    from = last && rollups.length === hoursAtOnce ? last.hour + hourMs : undefined;
  }
}
