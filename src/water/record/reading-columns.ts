import type { ReadingRow } from './rollup.ts';

/** The columns of a reading in the order in which statements by hand bind them. */
export const readingColumns = [
  'device_id',
  'sensor_no',
  'recorded_at',
  'level',
  'level_cm',
  'volume',
  'temperature',
  'pump',
  'latitude',
  'longitude',
  'status',
  'source',
] as const satisfies (keyof ReadingRow)[];
