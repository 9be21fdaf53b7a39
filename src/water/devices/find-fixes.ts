import type { Database } from '../../db/database.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { dayMs } from '../../kit/time/units.ts';
import { readReadings } from '../readings/read-readings.ts';

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
  db: Database,
  { deviceId, locatedAt, limit }: { deviceId: number; locatedAt: number; limit: number },
  signal: AbortSignal,
): Promise<Fix[]> {
  const sensors = await db.longRead
    .selectFrom('sensors')
    .select('sensor_no')
    .where('device_id', '=', deviceId)
    .execute();
  const fixesOf = async (sensorNo: number): Promise<Fix[]> => {
    const [from, end] = [locatedAt - searchedMs + 1, locatedAt + 1];
    const asked = { deviceId, sensorNo, from, end, isNewestFirst: true, signal };
    const fixes: Fix[] = [];
    for await (const page of readReadings(db, asked, ['recorded_at', 'latitude', 'longitude'])) {
      for (const { recorded_at, latitude, longitude } of page) {
        if (latitude !== null && longitude !== null)
          fixes.push({ latitude, longitude, recorded_at });
      }
      if (fixes.length >= limit) break;
    }
    return fixes.slice(0, limit);
  };
  let newest: Fix[] = [];
  for (const some of chunksOf(sensors, sensorsAtOnce)) {
    const fixes = await Promise.all(some.map(({ sensor_no }) => fixesOf(sensor_no)));
    newest = [...newest, ...fixes.flat()]
      .sort((a, b) => b.recorded_at - a.recorded_at)
      .slice(0, limit);
  }
  return newest;
}
