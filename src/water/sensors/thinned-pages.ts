import type { Database } from '../../db/database.ts';
import { chunksOf } from '../../kit/chunks.ts';
import { chooseReadings } from './choose-readings.ts';
import { type ChosenReading, chosenReadings } from './queries.ts';
import type { RenderedReadings } from './reading-renderers.ts';
import { namingOf, pageSize, type Selection } from './reading-selection.ts';

export type Thinning = {
  /** Most readings of any one sensor. */
  points: number;
  /** Whether anybody still waits for them. */
  isWanted: () => boolean;
};

type Waiting = { raw: { destroyed: boolean } };

/** What a request wishes for, until its client hangs up. */
export function thinningOf(points: number | undefined, { raw }: Waiting): Thinning | undefined {
  return points === undefined ? undefined : { points, isWanted: () => !raw.destroyed };
}

/**
 * As `readPages`, with at most so many readings of each sensor, chosen so that no extreme is lost.
 * They are found first, and then read whole and written as text like all others.
 */
export async function* readThinnedPages(
  db: Database,
  { deviceId, sensors, start, end, renderer }: Selection,
  thinning: Thinning,
): AsyncGenerator<RenderedReadings> {
  const chosen: ChosenReading[] = [];
  for (const { sensor_no, latest_at } of sensors) {
    if (latest_at === null || latest_at < start) continue;
    const sensor = { deviceId, sensorNo: sensor_no, latestAt: latest_at, start, end };
    const instants = await chooseReadings(db, { ...sensor, ...thinning });
    for (const recorded_at of instants) chosen.push({ sensor_no, recorded_at });
  }
  chosen.sort((a, b) => a.recorded_at - b.recorded_at || a.sensor_no - b.sensor_no);
  const naming = namingOf({ deviceId, sensors });
  for (const readings of chunksOf(chosen, pageSize)) {
    const query = chosenReadings(db, deviceId, readings);
    const page = (await db.render(query, renderer, naming)) as RenderedReadings;
    // Readings may be past their retention by now.
    if (page.count > 0) yield page;
  }
}
