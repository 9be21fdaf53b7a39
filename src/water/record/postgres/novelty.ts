import { hourOf } from '../../../kit/time/hour.ts';
import type { HourKey, SensorState } from '../batch-statements.ts';
import type { ReadingRow } from '../rollups/rollup.ts';

type ReadingKey = Pick<ReadingRow, 'device_id' | 'sensor_no' | 'recorded_at'>;

export function readingKey({ device_id, sensor_no, recorded_at }: ReadingKey): string {
  return `${device_id}/${sensor_no}/${recorded_at}`;
}

/** Of each reading whether it is new, or undefined where only the table of readings can tell. */
type ToldApart = { isNew: (boolean | undefined)[]; unknown: ReadingRow[] };

/**
 * Tells new readings from repeated ones without asking: nothing that is stored of a sensor is later
 * than its latest reading, and what this batch adds is known. Only what is late must be asked for.
 */
export function createNovelty(isCautious: boolean) {
  const newest = new Map<string, number>();
  const added = new Set<string>();

  const isNewRow = (row: ReadingRow): boolean | undefined => {
    const key = readingKey(row);
    if (isCautious) return undefined;
    if (added.has(key)) return false;
    const latest = newest.get(sensorOf(row)) ?? Number.NEGATIVE_INFINITY;
    if (row.recorded_at === latest) return false;
    if (row.recorded_at < latest) return undefined;
    added.add(key);
    return true;
  };

  return {
    /** To be told of each sensor as it was before the batch. */
    noticeSensor: (sensor: Pick<SensorState, 'device_id' | 'sensor_no' | 'recorded_at'>): void => {
      if (sensor.recorded_at !== null) newest.set(sensorOf(sensor), sensor.recorded_at);
    },
    /** Whether it is the hour of the sensor's latest reading before the batch, or a later one. */
    isNewestHour: (key: HourKey): boolean =>
      key.hour >= hourOf(newest.get(sensorOf(key)) ?? Number.POSITIVE_INFINITY),
    tellApart: (rows: ReadingRow[]): ToldApart => {
      const isNew = rows.map(isNewRow);
      return { isNew, unknown: rows.filter((_, index) => isNew[index] === undefined) };
    },
  };
}

function sensorOf({ device_id, sensor_no }: Pick<SensorState, 'device_id' | 'sensor_no'>): string {
  return `${device_id}/${sensor_no}`;
}
