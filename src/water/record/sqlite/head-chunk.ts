import { noReadingValues } from '../../../db/tables/reading-fields.ts';
import type { ReadingRow, Rollup } from '../rollups/rollup.ts';
import { measuredColumns, valuesOf } from '../row-columns.ts';

/**
 * The newest readings of a sensor and the rollup of its newest hour, while they wait in the sensor's
 * own row, which every batch writes anyway: a reading then costs one page of the log in place of three.
 */
export type HeadChunk = {
  /** In the order of time. */
  readings: ReadingRow[];
  hour: Rollup | undefined;
};

type SensorKey = Pick<ReadingRow, 'device_id' | 'sensor_no'>;

/** The column of `sensors` that holds it; only SQLite has it. */
export const headChunkColumn = 'head_chunk';

const version = 1;

/** Names are stored with the values, so that what an older program left is read by its own columns. */
type StoredChunk = {
  version: number;
  /** The instant of the oldest of what waits. */
  since: number;
  columns: string[];
  /** Values in the order of the columns. */
  readings: (number | null)[][];
  hour?: Omit<Rollup, keyof SensorKey>;
};

/** As it is stored: JSON, or null where nothing waits. */
export function packHeadChunk({ readings, hour }: HeadChunk): string | null {
  const since = readings[0]?.recorded_at ?? hour?.hour;
  if (since === undefined) return null;
  const { device_id: _, sensor_no: __, ...namedHour } = hour ?? {};
  return JSON.stringify({
    version,
    since,
    columns: measuredColumns,
    readings: readings.map((row) => valuesOf(row, measuredColumns)),
    hour: hour && namedHour,
  });
}

/** @throws Error where a newer program wrote it. */
export function unpackHeadChunk(sensor: SensorKey, text: string | null): HeadChunk {
  if (text === null) return { readings: [], hour: undefined };
  const chunk = JSON.parse(text) as StoredChunk;
  if (chunk.version !== version) {
    throw new Error(`head chunks of version ${chunk.version} are unknown to this program`);
  }
  const { device_id, sensor_no } = sensor;
  const readings = chunk.readings.map((values) => {
    const named = Object.fromEntries(chunk.columns.map((column, at) => [column, values[at]]));
    return { device_id, sensor_no, ...noReadingValues, ...named } as ReadingRow;
  });
  return { readings, hour: chunk.hour && { ...chunk.hour, device_id, sensor_no } };
}
