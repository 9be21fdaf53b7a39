import { roundTo } from '../../kit/round.ts';
import type { Mark } from './flow-meter.ts';
import type { LevelFilter } from './level-filter.ts';
import type { RefillWatch } from './refill-watch.ts';

/** A level in percent of capacity and the litres that were said to go with it. */
type Measured = { level: number; volume: number | null };

/** What of a tracker is about litres; see there. */
type LitresKnown = {
  filter: Pick<LevelFilter, 'raw'>;
  mark: Mark;
  watch: Pick<RefillWatch, 'low' | 'high'>;
  ratio: number | null;
};

/** Litres of a percent, at least: a millilitre, as exactly as litres are kept. */
const leastRatio = 0.001;

/** Litres of a percent; null where they are not known, or are so few that no tank is as small. */
export function ratioOf({ level, volume }: Measured): number | null {
  if (volume === null || level < 1) return null;
  const ratio = volume / level;
  return ratio >= leastRatio ? ratio : null;
}

/** Litres at a level near to that of a reading; as marks are, as round as they are stored. */
export function volumeAt(level: number, reading: Measured, ratio: number | null): number | null {
  if (reading.volume === null || ratio === null) return null;
  return roundTo(reading.volume + (level - reading.level) * ratio, 3);
}

/**
 * Keeps the litres of a percent. Where they change although the level does not, the tank was measured
 * anew (its capacity corrected): what is remembered in litres is converted, and no water has flowed.
 * @param tracker is changed in place; its filter has not taken the reading yet.
 */
export function noteRatio(tracker: LitresKnown, reading: Measured): void {
  const { filter, ratio: known, mark, watch } = tracker;
  const ratio = ratioOf(reading);
  if (ratio === null) {
    if (reading.volume === null) tracker.ratio = null;
    return;
  }
  tracker.ratio = ratio;
  if (known === null || filter.raw < 1) return;
  const moved = Math.abs(Math.log(reading.level / filter.raw));
  if (Math.abs(Math.log(ratio / known)) <= 0.02 + 1.5 * moved) return;
  for (const each of [mark, watch.low, watch.high]) {
    if (each.volume !== null) each.volume *= ratio / known;
  }
}
