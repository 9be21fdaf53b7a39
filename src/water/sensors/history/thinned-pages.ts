import type { Database } from '../../../db/database.ts';
import { chunksOf } from '../../../kit/chunks.ts';
import { type ChosenReading, chosenReadings } from '../queries.ts';
import { chooseReadings } from './choose-readings.ts';
import type { RenderedReadings } from './reading-renderers.ts';
import { namingOf, pageSize, type Selection } from './reading-selection.ts';

/**
 * At most so many readings of each sensor, chosen so that no extreme is lost, in the order of time.
 * @param points most readings of any one sensor.
 */
export async function thinOut(
  db: Database,
  { deviceId, sensors, start, end, signal }: Omit<Selection, 'renderer'>,
  points: number,
): Promise<ChosenReading[]> {
  const chosen: ChosenReading[] = [];
  for (const { sensor_no, latest_at } of sensors) {
    if (latest_at === null || latest_at < start) continue;
    const sensor = { deviceId, sensorNo: sensor_no, latestAt: latest_at, start, end };
    const instants = await chooseReadings(db, { ...sensor, points, signal });
    for (const recorded_at of instants) chosen.push({ sensor_no, recorded_at });
  }
  return chosen.sort((a, b) => a.recorded_at - b.recorded_at || a.sensor_no - b.sensor_no);
}

/** As `readPages`, of readings that were chosen: read whole and written as text like all others. */
export async function* readChosen(
  db: Database,
  { deviceId, sensors, renderer, signal }: Selection,
  chosen: readonly ChosenReading[],
): AsyncGenerator<RenderedReadings> {
  const naming = namingOf({ deviceId, sensors });
  for (const readings of chunksOf(chosen, pageSize)) {
    const query = chosenReadings(db, deviceId, readings);
    const page = (await db.render(query, renderer, naming, { signal })) as RenderedReadings;
    // Readings may be past their retention by now.
    if (page.count > 0) yield page;
  }
}

/** As `readPages`, with at most so many readings of each sensor. */
export async function* readThinnedPages(
  db: Database,
  selection: Selection,
  points: number,
): AsyncGenerator<RenderedReadings> {
  yield* readChosen(db, selection, await thinOut(db, selection, points));
}
