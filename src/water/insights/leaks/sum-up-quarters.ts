import { readingFields } from '../../../db/tables/reading-fields.ts';
import { ofReadings } from '../../readings/listed-readings.ts';
import { quarterHourMs } from './night.ts';

/** What is summed up of a reading. */
export const quarterColumns = ['recorded_at', 'level', 'quality'] as const;

/** Begin, count, sum of instants and sum of levels of each quarter of an hour. */
export type Quarters = { sums: Float64Array };
export const numbersOfQuarter = 4;

/** Renderers, which run beside the database connection; see `db/renderer.ts`. */
export const renderers = { sumUpQuarters: ofReadings(sumUpQuarters) };

function sumUpQuarters(rows: (number | null)[][]): Quarters {
  const sums: number[] = [];
  let place = -numbersOfQuarter;
  for (const [at, level, quality] of rows as [number, number, number | null][]) {
    if (quality !== readingFields.quality.words.good) continue;
    const begin = at - (at % quarterHourMs);
    if (sums[place] !== begin) {
      place += numbersOfQuarter;
      sums.push(begin, 0, 0, 0);
    }
    sums[place + 1] = (sums[place + 1] ?? 0) + 1;
    sums[place + 2] = (sums[place + 2] ?? 0) + at;
    sums[place + 3] = (sums[place + 3] ?? 0) + level;
  }
  return { sums: new Float64Array(sums) };
}
