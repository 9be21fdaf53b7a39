import {
  type MaybeReadingValues,
  type ReadingValues,
  readingFields,
} from '../../db/tables/reading-fields.ts';
import { pumpWord } from '../pumps/pump-situation.ts';
import type { Observation } from './detector.ts';

const { suspect } = readingFields.quality.words;

type Instant = { recorded_at: number };
type Tank = Pick<
  Observation,
  'thresholds' | 'sensorTop' | 'capacity' | 'silenceMs' | 'run' | 'isDoubted' | 'isNoWater'
>;

/**
 * Makes the observation of a stored reading.
 * @param latest the newest reading before it, in the sensor's row
 */
export function observationOf(
  row: ReadingValues & Instant,
  latest: MaybeReadingValues & { recorded_at: number | null },
  tank: Tank,
): Observation {
  return {
    recordedAt: row.recorded_at,
    ...levelsOf(row, row.level),
    noise: row.noise ?? 0,
    pump: pumpWord(row.pump),
    ...tank,
    before:
      latest.recorded_at === null || latest.level === null
        ? undefined
        : { recordedAt: latest.recorded_at, ...levelsOf(latest, latest.level) },
  };
}

function levelsOf({ filtered_level, quality }: MaybeReadingValues, raw: number) {
  return { level: filtered_level ?? raw, raw, isSuspect: quality === suspect };
}
