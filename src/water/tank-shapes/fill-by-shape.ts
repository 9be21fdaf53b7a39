import type { MaybeReadingValues } from '../../db/tables/reading-fields.ts';
import { roundTo, roundTo2 } from '../../kit/round.ts';
import { litresAt } from './litres-at.ts';
import { storedGauge } from './stored-gauge.ts';

/** Reason for which no level follows from a height or a distance. */
export type NoLevel = 'no-tank' | 'no-sensor-height' | 'beyond-tank';

/** Stored tank of a configuration, and its usable litres. */
type StoredTank = { tank: string; capacity: number | null };

/**
 * Returns the highest percent that the sensor of a reading can say: less than 100 where its level follows from a
 * distance, and the sensor does not see the brim.
 */
export function highestPercentOf(
  { level, level_cm, distance }: Measured,
  tank: string | null,
): number {
  if (tank === null || level !== null || level_cm !== null || distance === null) return 100;
  return storedGauge(tank).highestPercent;
}

type Measured = Pick<MaybeReadingValues, 'level' | 'level_cm'> & { distance: number | null };

/**
 * Fills in the missing values of a reading in a tank of known shape: its height from the distance between
 * sensor and water, and level and volume from the height. Values that were sent stay.
 * @returns the reason for a missing level.
 */
export function fillByShape(
  values: MaybeReadingValues,
  distance: number | null,
  { tank, capacity }: StoredTank,
): NoLevel | undefined {
  const { capacity: computed, measuredAt, heightOf, isBeyond, percentAt } = storedGauge(tank);
  const measured = values.level_cm ?? (distance === null ? undefined : measuredAt(distance));
  if (measured === undefined) return values.level === null ? 'no-sensor-height' : undefined;
  values.level_cm ??= roundTo2(Math.max(0, measured));
  const height = heightOf(measured);
  if (isBeyond(height)) return values.level === null ? 'beyond-tank' : undefined;
  // A thousandth of a percent is a litre of the largest tank.
  const percent = roundTo(percentAt(height), 3);
  values.level ??= percent;
  values.volume ??= litresAt(percent, capacity ?? computed);
  return undefined;
}
