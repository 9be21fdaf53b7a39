import { roundTo } from '../../kit/round.ts';
import type { Mark } from './flow-meter.ts';
import type { LevelFilter } from './level-filter.ts';
import type { Rise } from './refill-rise.ts';

/** Level in percent of capacity, and the litres that a reading has with it. */
type Measured = { level: number; volume: number | null };

/** Fields of a tracker that depend on litres. */
type LitresKnown = {
  filter: Pick<LevelFilter, 'raw'>;
  mark: Mark;
  rise: Pick<Rise, 'low' | 'high'>;
  ratio: number | null;
};

/** Least litres of a percent: a millilitre, the precision at which litres are stored. */
const leastRatio = 0.001;

/**
 * Power of the level with which the litres of a percent go, at most: in a cone of which a board says its own percent of
 * the height they go with the square of it, and a tenth more for an outlet above its tip.
 */
const mostPower = 2.2;
/** Change of the litres of a percent that rounding makes. */
const ofRounding = 0.02;

/** Returns the litres of a percent; null where they are unknown, or so few that no tank is as small. */
export function ratioOf({ level, volume }: Measured): number | null {
  if (volume === null || level < 1) return null;
  const ratio = volume / level;
  return ratio >= leastRatio ? ratio : null;
}

/** Returns the litres at a level near that of a reading, rounded as they are stored. */
export function volumeAt(level: number, reading: Measured, ratio: number | null): number | null {
  if (reading.volume === null || ratio === null) return null;
  return roundTo(reading.volume + (level - reading.level) * ratio, 3);
}

/**
 * Keeps the litres of a percent. If they change by more than the level does in any shape, the capacity was corrected:
 * the stored litres are converted, and no flow results.
 * @param tracker is changed in place; its filter has not taken the reading yet.
 */
export function noteRatio(tracker: LitresKnown, reading: Measured): void {
  const { filter, ratio: known, mark, rise } = tracker;
  const ratio = ratioOf(reading);
  if (ratio === null) {
    if (reading.volume === null) tracker.ratio = null;
    return;
  }
  tracker.ratio = ratio;
  if (known === null || filter.raw < 1) return;
  if (!isOtherCapacity({ level: filter.raw, ratio: known }, { level: reading.level, ratio }))
    return;
  for (const each of [mark, rise.low, rise.high]) {
    if (each.volume !== null) each.volume *= ratio / known;
  }
}

/** Level of a reading in percent, at least 1, and its litres of a percent. */
export type KnownRatio = { level: number; ratio: number };

/**
 * Whether the litres of a percent changed by more than a move of the level makes: the capacity is another.
 * @param rounding share by which both are wrong together, beside what rounding makes of neighbours.
 */
export function isOtherCapacity(before: KnownRatio, now: KnownRatio, rounding = 0): boolean {
  const moved = Math.abs(Math.log(now.level / before.level));
  return Math.abs(Math.log(now.ratio / before.ratio)) > ofRounding + rounding + mostPower * moved;
}
