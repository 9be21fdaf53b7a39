import type { Database } from '../../db/database.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { dayMs } from '../../kit/time/units.ts';

const searchedMs = 90 * dayMs;
/** Queries that wait together: others need the connections as well. */
const sensorsAtOnce = 8;

export type Fix = { latitude: number; longitude: number; recorded_at: number };

/**
 * The newest positions of one device, newest first. Read from the readings, sensor by sensor, from
 * the newest known position on backwards, so that a device without any is not searched at all; and
 * not further than 90 days, so that one with a few long ago is not searched to its beginning.
 */
export async function findFixes(
  { longRead: db, inTurn }: Database,
  { deviceId, locatedAt, limit }: { deviceId: number; locatedAt: number; limit: number },
  signal: AbortSignal,
): Promise<Fix[]> {
  const sensors = await db
    .selectFrom('sensors')
    .select('sensor_no')
    .where('device_id', '=', deviceId)
    .execute();
  const fixesOf = (sensorNo: number) =>
    db
      .selectFrom('readings')
      .select((eb) => [
        eb.ref('latitude').$notNull().as('latitude'),
        eb.ref('longitude').$notNull().as('longitude'),
        'recorded_at',
      ])
      .where('device_id', '=', deviceId)
      .where('sensor_no', '=', sensorNo)
      .where('recorded_at', '<=', locatedAt)
      .where('recorded_at', '>', locatedAt - searchedMs)
      .where('latitude', 'is not', null)
      .where('longitude', 'is not', null)
      .orderBy('recorded_at', 'desc')
      .limit(limit)
      .execute();
  let newest: Fix[] = [];
  for (const some of chunksOf(sensors, sensorsAtOnce)) {
    const fixes = await Promise.all(
      some.map(({ sensor_no }) => inTurn(() => fixesOf(sensor_no), signal)),
    );
    newest = [...newest, ...fixes.flat()]
      .sort((a, b) => b.recorded_at - a.recorded_at)
      .slice(0, limit);
  }
  return newest;
}
