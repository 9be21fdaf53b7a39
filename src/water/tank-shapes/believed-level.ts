import { readingFields } from '../../db/tables/reading-fields.ts';
import { roundTo } from '../../kit/round.ts';
import { litresAt } from './litres-at.ts';

const { suspect } = readingFields.quality.words;

/** Litres by which a stored volume may differ from that of its level. */
const rounding = 0.001;

/** As much of a sensor's row as tells how much water there is. */
type Measured = {
  level: number | null;
  volume: number | null;
  filtered_level: number | null;
  quality: number | null;
};

/**
 * Returns how much water there is, for people who ask how much: what was measured last, or the level before it where
 * that reading is refused. Percent, and litres where they are known. Of a refused reading they are so where its own are
 * those of the capacity, by which a tank's shape makes them too; where a board sends litres of its own, nobody knows how
 * many it would send for another level.
 * @param capacity litres that are configured; null where none are.
 */
export function believedLevel(
  { level, volume, filtered_level, quality }: Measured,
  capacity: number | null,
): { level: number | null; volume: number | null } {
  if (quality !== suspect || filtered_level === null) return { level, volume };
  const isOfCapacity =
    capacity !== null &&
    level !== null &&
    volume !== null &&
    Math.abs(volume - litresAt(level, capacity)) <= rounding;
  return {
    level: filtered_level,
    volume: isOfCapacity ? roundTo(litresAt(filtered_level, capacity), 3) : null,
  };
}
