import type { Database } from '../../../db/database.ts';
import { levelsPage } from '../queries.ts';
import {
  type Buckets,
  divideTime,
  keepsEnds,
  type Levels,
  type LevelsPage,
  type renderers,
  thinLevels,
} from './thin-levels.ts';

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
  /** Aborted where nobody waits for them any more; what is read then fails. */
  signal: AbortSignal;
};

/** 5,000 pairs of numbers take the reader's thread some 3 ms. */
const pageSize = 5000;

/**
 * The instants of a sensor's readings that draw its curve with at most so many points: all of them
 * where there are no more, else the extremes of each bucket with the first and the last. One pass over
 * the readings, beside the main thread; what is held is what is kept.
 */
export async function chooseReadings(db: Database, choice: SensorChoice): Promise<number[]> {
  const { deviceId, sensorNo, latestAt, start, end, points, signal } = choice;
  const read = (after: number, limit: number, how: keyof typeof renderers, buckets?: Buckets) => {
    const query = levelsPage(db.longRead, { deviceId, sensorNo, after, end, limit });
    return db.render(query, how, buckets, { signal }) as Promise<LevelsPage>;
  };
  const head = await read(start - 1, points + 1, 'packLevels');
  const first = head.levels[0];
  if (first === undefined || head.last === null || head.count <= points) {
    return instantsOf(head.levels);
  }

  const buckets = divideTime(first, Math.max(first, Math.min(end - 1, latestAt)), points);
  let kept = thinLevels(head.levels, buckets);
  let last = head.last;
  for (let count = pageSize; count === pageSize; ) {
    const page = await read(last, pageSize, 'thinLevelRows', buckets);
    kept = thinLevels([...kept, ...page.levels], buckets);
    last = page.last ?? last;
    count = page.count;
  }
  const chosen = new Set(instantsOf(kept));
  if (keepsEnds(points)) chosen.add(first).add(last);
  return [...chosen].sort((a, b) => a - b);
}

function instantsOf(levels: Levels): number[] {
  return Array.from({ length: levels.length / 2 }, (_, index) => levels[index * 2] ?? 0);
}
