import type { MaybeReadingValues } from '../../db/tables/reading-fields.ts';
import { roundTo, roundTo2 } from '../../kit/round.ts';
import { storedGauge } from './stored-gauge.ts';

/** Why a level does not follow from what was sent, where that was a height or a distance. */
export type NoLevel = 'no-tank' | 'no-sensor-height' | 'beyond-tank';

/** The tank of a configuration as it is stored, and the litres of it that can be used. */
type StoredTank = { tank: string; capacity: number | null };

/**
 * Fills in what a reading does not say of a tank whose shape is known: its height from the distance
 * between sensor and water, and from the height its level and volume. What was sent stays as it is.
 * @returns why there is no level, where there is none.
 */
export function fillByShape(
  values: MaybeReadingValues,
  distance: number | null,
  { tank, capacity }: StoredTank,
): NoLevel | undefined {
  const { capacity: computed, measuredAt, heightOf, isBeyond, percentAt } = storedGauge(tank);
  const measured = values.level_cm ?? (distance === null ? undefined : measuredAt(distance));
  if (measured === undefined) return values.level === null ? 'no-sensor-height' : undefined;
  values.level_cm ??= roundTo2(measured);
  const height = heightOf(measured);
  if (isBeyond(height)) return values.level === null ? 'beyond-tank' : undefined;
  // A thousandth of a percent is a litre of the largest tank.
  const percent = roundTo(percentAt(height), 3);
  values.level ??= percent;
  values.volume ??= ((capacity ?? computed) * percent) / 100;
  return undefined;
}
