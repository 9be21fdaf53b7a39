import type { SqliteFile } from '../../db/sqlite-file.ts';
import { readingColumns } from './reading-columns.ts';
import type { ReadingRow } from './rollup.ts';

/**
 * How many fresh readings are moved at once: enough that each page of a sensor's history takes
 * several, few enough that the move takes well under a tenth of a second.
 */
const mostFresh = 16_384;

/** Where the readings of SQLite go; see the migration for why there are two tables. */
export type TwoStageReadings = {
  /** Stores readings and says of each whether it is new. */
  insert: (rows: ReadingRow[]) => boolean[];
  /** Whether a reading of the sensor within `[from, to)` is still among the fresh ones. */
  hasFresh: (device_id: number, sensor_no: number, from: number, to: number) => boolean;
  /** Moves the fresh readings if there are many of them, or, when told so, any. */
  settle: (any?: boolean) => void;
  /** What is remembered no longer holds: somebody else wrote, or a transaction was undone. */
  forget: () => void;
};

type ReadingKey = Pick<ReadingRow, 'device_id' | 'sensor_no' | 'recorded_at'>;

/**
 * A reading that is newer than all of its sensor is new for sure, so it is appended without a look;
 * that is nearly every one. A late one is looked for among the fresh and goes straight to its place
 * in the settled ones.
 */
export function openTwoStageReadings(file: SqliteFile): TwoStageReadings {
  const columns = readingColumns.join(', ');
  const places = readingColumns.map(() => '?').join(', ');
  const append = file.prepare(`insert into fresh_readings (${columns}) values (${places})`);
  const insertLate = file.prepare(
    `insert into settled_readings (${columns}) values (${places}) on conflict do nothing`,
  );
  const newestOf = file
    .prepare('select recorded_at from sensors where device_id = ? and sensor_no = ?')
    .pluck();
  const freshKeys = file.prepare('select device_id, sensor_no, recorded_at from fresh_readings');
  const moveFresh = file.prepare(
    `insert into settled_readings (${columns})
     select ${columns} from fresh_readings order by device_id, sensor_no, recorded_at`,
  );
  const dropFresh = file.prepare('delete from fresh_readings');

  /** The instants of the fresh readings by sensor; undefined while they must be read again. */
  let fresh: Map<string, Set<number>> | undefined;
  let freshCount = 0;
  const newest = new Map<string, number>();

  const readFresh = (): Map<string, Set<number>> => {
    fresh = new Map();
    freshCount = 0;
    newest.clear();
    for (const key of freshKeys.all() as ReadingKey[]) remember(fresh, key);
    return fresh;
  };

  const remember = (known: Map<string, Set<number>>, key: ReadingKey): void => {
    const series = seriesOf(key.device_id, key.sensor_no);
    const instants = known.get(series);
    if (instants) instants.add(key.recorded_at);
    else known.set(series, new Set([key.recorded_at]));
    freshCount += 1;
  };

  const findNewest = (series: string, { device_id, sensor_no }: ReadingKey): number => {
    const known = newest.get(series);
    if (known !== undefined) return known;
    const stored = newestOf.get(device_id, sensor_no) as number | null | undefined;
    return stored ?? Number.NEGATIVE_INFINITY;
  };

  const insertOne = (known: Map<string, Set<number>>, row: ReadingRow): boolean => {
    const series = seriesOf(row.device_id, row.sensor_no);
    const values = readingColumns.map((column) => row[column]);
    if (row.recorded_at > findNewest(series, row)) {
      append.run(...values);
      remember(known, row);
      newest.set(series, row.recorded_at);
      return true;
    }
    if (known.get(series)?.has(row.recorded_at)) return false;
    return insertLate.run(...values).changes === 1;
  };

  const move = file.transaction(() => {
    moveFresh.run();
    dropFresh.run();
  });

  return {
    insert: (rows) => {
      const known = fresh ?? readFresh();
      return rows.map((row) => insertOne(known, row));
    },
    hasFresh: (device_id, sensor_no, from, to) => {
      const instants = (fresh ?? readFresh()).get(seriesOf(device_id, sensor_no)) ?? [];
      for (const instant of instants) if (instant >= from && instant < to) return true;
      return false;
    },
    settle: (any = false) => {
      if (!fresh) readFresh();
      if (freshCount === 0 || (freshCount < mostFresh && !any)) return;
      move.immediate();
      fresh = new Map();
      freshCount = 0;
      // Kept for sensors that still write; those that fell silent are read again when they come.
      newest.clear();
    },
    forget: () => {
      fresh = undefined;
    },
  };
}

function seriesOf(device_id: number, sensor_no: number): string {
  return `${device_id}/${sensor_no}`;
}
