import { readingFields } from '../db/tables/reading-fields.ts';
import { roundTo } from '../kit/round.ts';

const { suspect } = readingFields.quality.words;

/** As much of a sensor's row as tells how much water there is. */
type Measured = {
  level: number | null;
  volume: number | null;
  filtered_level: number | null;
  quality: number | null;
};

/**
 * Returns how much water there is, for people who ask how much: what was measured last, or the level before it where
 * that reading is refused. Percent, and litres where they are known.
 * @param capacity litres that are configured; null where none are.
 */
export function believedLevel(
  { level, volume, filtered_level, quality }: Measured,
  capacity: number | null,
): { level: number | null; volume: number | null } {
  if (quality !== suspect || filtered_level === null) return { level, volume };
  const hasLitres = volume !== null && capacity !== null;
  return {
    level: filtered_level,
    volume: hasLitres ? roundTo((filtered_level * capacity) / 100, 3) : null,
  };
}
