import type { Database } from '../../../db/database.ts';
import { chunksOf } from '../../../kit/chunks.ts';
import { type ChosenReading, renderChosen } from '../../readings/device-queries.ts';
import type { Listed } from '../../readings/listed-readings.ts';
import { renderReadings } from '../../readings/read-readings.ts';
import { listedColumns } from '../queries.ts';
import type { RenderedReadings } from './reading-renderers.ts';
import { namingOf, pageSize, type Selection } from './reading-selection.ts';
import {
  divideTime,
  fitInto,
  keepsEnds,
  type LevelsPage,
  levelColumns,
  numbersOfReading,
  type renderers,
  thinLevels,
} from './thin-levels.ts';

/**
 * Chooses at most so many readings of each sensor, so that no extreme is lost, in the order of time.
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

/** Each may be of another stretch, which is unpacked for it. */
const chosenAtOnce = pageSize / 4;

/** Reads chosen readings page by page, written as text as in `readPages`. */
export async function* readChosen(
  db: Database,
  { deviceId, sensors, renderer, signal }: Selection,
  chosen: readonly ChosenReading[],
): AsyncGenerator<RenderedReadings> {
  const argument = namingOf({ deviceId, sensors });
  for (const some of chunksOf(chosen, chosenAtOnce)) {
    const readings = { deviceId, chosen: some };
    const page = await renderChosen<RenderedReadings & Listed>(db, listedColumns, readings, {
      renderer,
      argument,
      signal,
    });
    // Readings may have passed their retention meanwhile.
    if (page.count > 0) yield page;
  }
}

/** Reads pages as `readPages` does, with at most so many readings of each sensor. */
export async function* readThinnedPages(
  db: Database,
  selection: Selection,
  points: number,
): AsyncGenerator<RenderedReadings> {
  yield* readChosen(db, selection, await thinOut(db, selection, points));
}

export type SensorChoice = {
  deviceId: number;
  sensorNo: number;
  /** Instant of the sensor's latest reading, as far as is known. */
  latestAt: number;
  /** Epoch milliseconds of `[start, end)`. */
  start: number;
  end: number;
  /** Most readings to be chosen. */
  points: number;
  /** Aborted when nobody waits for the readings any more; reads then fail. */
  signal: AbortSignal;
};

/** 5,000 readings take the reader's thread some 3 ms. */
const levelsPageSize = 5000;

/**
 * Chooses the instants of a sensor's readings that draw its curve with at most so many points: all of them
 * where there are no more, else the extremes of each bucket with the first and the last. One pass over the
 * readings, beside the main thread; memory holds only what is kept.
 */
export async function chooseReadings(db: Database, choice: SensorChoice): Promise<number[]> {
  const { deviceId, sensorNo, latestAt, start, end, points, signal } = choice;
  const head: number[] = [];
  let page: LevelsPage | undefined;
  const read = (from: number, size: number, how: keyof typeof renderers, more: object = {}) =>
    renderReadings<LevelsPage>(
      db,
      { deviceId, sensorNo, from, end, signal, pageSize: size },
      {
        columns: levelColumns,
        renderer: how,
        argument: () => ({ ...more, pump: page?.pump ?? null }),
      },
    );
  const isFull = () => head.length > points * numbersOfReading;
  for await (page of read(start, points + 1, 'joinLevels')) {
    for (const number of page.levels) head.push(number);
    if (isFull()) break;
  }
  const [first] = head;
  if (first === undefined || !isFull()) return instantsOf(head);

  let last = page?.last ?? first;
  const buckets = divideTime(first, Math.max(first, Math.min(end - 1, latestAt)), points);
  let kept = thinLevels(head, buckets);
  for await (page of read(last + 1, levelsPageSize, 'thinLevelRows', { buckets })) {
    kept = thinLevels([...kept, ...page.levels], buckets);
    last = page.last ?? last;
  }
  const chosen = new Set(instantsOf(fitInto(kept, buckets, points)));
  if (keepsEnds(points)) chosen.add(first).add(last);
  return [...chosen].sort((a, b) => a - b);
}

function instantsOf(levels: ArrayLike<number>): number[] {
  const count = levels.length / numbersOfReading;
  return Array.from({ length: count }, (_, index) => levels[index * numbersOfReading] ?? 0);
}
