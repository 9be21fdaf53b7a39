/**
 * Thins readings so that they draw the same curve: time is divided into buckets, and each keeps the readings
 * with its lowest and its highest level, so that no peak and no low is lost. (The min-max decimation of
 * oscilloscopes.)
 */

/** Equal spans of time, in epoch milliseconds. Instants outside belong to the outermost one. */
export type Buckets = { start: number; length: number; count: number };

/** Readings in the order of time, as `at, level, at, level, …`: they cross threads without a copy. */
export type Levels = Float64Array<ArrayBuffer>;

export type LevelsPage = {
  levels: Levels;
  /** Number of readings before thinning. */
  count: number;
  /** Instant of the last of them; null where there is none. */
  last: number | null;
};

type LevelRow = [recorded_at: number, level: number];

/** Renderers, which run beside the database connection; see `db/renderer.ts`. */
export const renderers = { packLevels, thinLevelRows };

/** Room for the first and the last reading of all, beside two of each bucket. */
const endsOfAll = 2;

/** Divides time into as many buckets as leave at most `points` readings. */
export function divideTime(first: number, last: number, points: number): Buckets {
  const count = Math.max(1, Math.floor((points - endsOfAll) / 2));
  return { start: first, length: (last - first + 1) / count, count };
}

export function bucketOf({ start, length, count }: Buckets, at: number): number {
  return Math.min(count - 1, Math.max(0, Math.floor((at - start) / length)));
}

/** True if the first and the last reading are kept, too. */
export function keepsEnds(points: number): boolean {
  return points >= endsOfAll + 2;
}

/**
 * Keeps the first lowest and the first highest reading of each bucket. A list may be thinned in pieces:
 * thinning the joined results gives the same as thinning the whole.
 */
export function thinLevels(levels: ArrayLike<number>, buckets: Buckets): Levels {
  const kept: number[] = [];
  let current = -1;
  let [lowAt, low, highAt, high] = [0, 0, 0, 0];
  const closeBucket = () => {
    if (current < 0) return;
    if (lowAt < highAt) kept.push(lowAt, low, highAt, high);
    else if (highAt < lowAt) kept.push(highAt, high, lowAt, low);
    else kept.push(lowAt, low);
  };
  for (let index = 0; index < levels.length; index += 2) {
    const at = levels[index] ?? 0;
    const level = levels[index + 1] ?? 0;
    const bucket = bucketOf(buckets, at);
    if (bucket !== current) {
      closeBucket();
      current = bucket;
      [lowAt, low, highAt, high] = [at, level, at, level];
    } else if (level < low) {
      [lowAt, low] = [at, level];
    } else if (level > high) {
      [highAt, high] = [at, level];
    }
  }
  closeBucket();
  return new Float64Array(kept);
}

function packLevels(rows: LevelRow[]): LevelsPage {
  const levels = new Float64Array(rows.length * 2);
  let next = 0;
  for (const [at, level] of rows) {
    levels[next++] = at;
    levels[next++] = level;
  }
  return { levels, count: rows.length, last: rows.at(-1)?.[0] ?? null };
}

function thinLevelRows(rows: LevelRow[], _columns: string[], buckets: Buckets): LevelsPage {
  const page = packLevels(rows);
  return { ...page, levels: thinLevels(page.levels, buckets) };
}
