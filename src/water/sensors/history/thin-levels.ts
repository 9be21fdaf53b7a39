import { readingFields } from '../../../db/tables/reading-fields.ts';
import { ofReadings } from '../../readings/listed-readings.ts';

/**
 * Thins readings so that they draw the same curves: time is divided into buckets, and each keeps the readings
 * with its lowest and its highest level, believed level and temperature, so that no peak and no low is lost (the
 * min-max decimation of oscilloscopes), and those with which a pump went on or off.
 */

/**
 * Equal spans of time, in epoch milliseconds. Instants outside belong to the outermost one. Of each of `merged`
 * neighbours together at most `most` readings are kept.
 */
export type Buckets = {
  start: number;
  length: number;
  count: number;
  merged: number;
  most: number;
};

/**
 * Readings in the order of time, as `at, level, believed level, temperature, whether the pump changed, …`, with
 * NaN for what is not known: they cross threads without a copy.
 */
export type Levels = Float64Array<ArrayBuffer>;

/** Numbers of a reading in `Levels`; the second to fourth are the values of curves. */
export const numbersOfReading = 5;
const curves = [1, 2, 3] as const;
const changeAt = 4;

export type LevelsPage = {
  levels: Levels;
  /** Instant of the last reading before thinning; null where there is none. */
  last: number | null;
  /** The pump as it was known last; null where it never was. */
  pump: number | null;
};

/** What is drawn of a reading, behind its instant. */
export const levelColumns = [
  'recorded_at',
  'level',
  'filtered_level',
  'quality',
  'temperature',
  'pump',
] as const;

/** Row of a reading, in the order of these columns. */
type LevelRow = [
  recorded_at: number,
  level: number,
  filtered_level: number | null,
  quality: number | null,
  temperature: number | null,
  pump: number | null,
];

/** The page before ended with this pump. */
export type After = { pump: number | null };

/** Renderers, which run beside the database connection; see `db/renderer.ts`. */
export const renderers = {
  joinLevels: ofReadings(joinLevels),
  thinLevelRows: ofReadings(thinLevelRows),
};

const { suspect } = readingFields.quality.words;
/** Room for the first and the last reading of all, beside those of each bucket. */
const endsOfAll = 2;
/** Lowest and highest of three curves, and two changes of the pump. */
const mostOfBucket = 8;
/** Changes of the pump that a bucket keeps: one run. */
const mostChanges = 2;

/** Divides time into as many buckets as leave at most `points` readings where only levels differ. */
export function divideTime(first: number, last: number, points: number): Buckets {
  const count = Math.max(1, Math.floor((points - endsOfAll) / 2));
  const length = (last - first + 1) / count;
  return { start: first, length, count, merged: 1, most: mostOfBucket };
}

export function bucketOf({ start, length, count, merged }: Buckets, at: number): number {
  const fine = Math.min(count - 1, Math.max(0, Math.floor((at - start) / length)));
  return Math.floor(fine / merged);
}

/** True if the first and the last reading are kept, too. */
export function keepsEnds(points: number): boolean {
  return points >= endsOfAll + 2;
}

/**
 * Keeps of each bucket the first lowest and the first highest reading of each curve, and the first changes of the
 * pump. A list may be thinned in pieces: thinning the joined results gives the same as thinning the whole.
 */
export function thinLevels(levels: ArrayLike<number>, buckets: Buckets): Levels {
  const kept: number[] = [];
  let current = -1;
  let lows: number[] = [];
  let highs: number[] = [];
  let changes: number[] = [];
  const closeBucket = () => {
    // The curve of the level first, for where there is no room for all.
    const [low, high, believedLow, believedHigh, ...temperatures] = curves.flatMap((curve) => [
      lows[curve] ?? -1,
      highs[curve] ?? -1,
    ]);
    const all = [low, high, believedLow, believedHigh, ...changes, ...temperatures];
    const chosen = [...new Set(all)].filter((place) => place !== undefined && place >= 0);
    for (const place of (chosen as number[]).slice(0, buckets.most).sort((a, b) => a - b)) {
      for (let n = 0; n < numbersOfReading; n += 1) kept.push(levels[place + n] ?? Number.NaN);
    }
  };
  for (let place = 0; place < levels.length; place += numbersOfReading) {
    const bucket = bucketOf(buckets, levels[place] ?? 0);
    if (bucket !== current) {
      if (current >= 0) closeBucket();
      current = bucket;
      lows = [-1, -1, -1, -1];
      highs = [-1, -1, -1, -1];
      changes = [];
    }
    for (const curve of curves) {
      const value = levels[place + curve] ?? Number.NaN;
      if (Number.isNaN(value)) continue;
      const low = lows[curve] ?? -1;
      const high = highs[curve] ?? -1;
      if (low < 0 || value < (levels[low + curve] ?? 0)) lows[curve] = place;
      if (high < 0 || value > (levels[high + curve] ?? 0)) highs[curve] = place;
    }
    if (levels[place + changeAt] === 1 && changes.length < mostChanges) changes.push(place);
  }
  if (current >= 0) closeBucket();
  return new Float64Array(kept);
}

/**
 * Makes thinned levels fit into so many readings: neighbouring buckets become one until they do, so that a field
 * that nobody sends takes no room.
 */
export function fitInto(levels: Levels, buckets: Buckets, points: number): Levels {
  const room = points - (keepsEnds(points) ? endsOfAll : 0);
  let fitted = levels;
  for (
    let merged = 2;
    fitted.length / numbersOfReading > room && merged <= buckets.count;
    merged++
  ) {
    fitted = thinLevels(levels, { ...buckets, merged });
  }
  if (fitted.length / numbersOfReading <= room) return fitted;
  return thinLevels(fitted, { ...buckets, merged: buckets.count, most: room });
}

function joinLevels(
  rows: (number | null)[][],
  _columns: readonly string[],
  after: After,
): LevelsPage {
  const levels = new Float64Array(rows.length * numbersOfReading);
  let { pump: known } = after;
  let next = 0;
  for (const [at, level, filtered, quality, temperature, pump] of rows as LevelRow[]) {
    levels[next] = at;
    levels[next + 1] = level;
    levels[next + 2] = quality === suspect ? Number.NaN : (filtered ?? level);
    levels[next + 3] = temperature ?? Number.NaN;
    levels[next + changeAt] = pump !== null && known !== null && pump !== known ? 1 : 0;
    known = pump ?? known;
    next += numbersOfReading;
  }
  return { levels, last: rows.at(-1)?.[0] ?? null, pump: known };
}

function thinLevelRows(
  rows: (number | null)[][],
  columns: readonly string[],
  { buckets, ...after }: After & { buckets: Buckets },
): LevelsPage {
  const page = joinLevels(rows, columns, after);
  return { ...page, levels: thinLevels(page.levels, buckets) };
}
