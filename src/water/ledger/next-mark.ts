import { roundTo } from '../../kit/round.ts';
import { hourMs } from '../../kit/time/units.ts';
import { dragMark, type Mark, playOf } from './flow-meter.ts';
import { isNew, type LevelFilter } from './level-filter.ts';
import { noiseOf } from './level-noise.ts';

/** A filter, and the mark that it drags along. */
type Marked = { filter: LevelFilter; mark: Mark };

/** Readings before anything is known of the noise. */
const unknownReadings = 5;
/** Deviations of the noise that a step of a new sensor has at least, and the time between readings that are slow. */
const stepDeviations = 4;
const slowMs = 0.9 * hourMs;
/** Difference below which the level of a new sensor, whose noise is unknown, counts as noise, in percent. */
const newPlay = 5;

/**
 * Next level of the mark, the play around it, and the play that has hidden turns of the level; in percent.
 */
type Move = { level: number; play: number; hidingPlay: number };

/** Returns the next position of the mark. @param isExact for a level that is believed as it is said. */
export function nextMark(tracker: Marked, isExact: boolean): Move {
  if (isExact) return { level: roundMark(tracker.filter.level), play: 0, hidingPlay: 0 };
  return isNew(tracker.filter) ? jumpMark(tracker) : pullMark(tracker);
}

/** Moves the mark of a new sensor, which jumps: it never lags behind, so nothing is hidden. */
function jumpMark({ filter, mark }: Marked): Move {
  const least = Math.min(newPlay, leastStepOf(filter));
  const level = Math.abs(filter.level - mark.level) >= least ? filter.level : mark.level;
  return { level: roundMark(level), play: newPlay, hidingPlay: 0 };
}

/** Step of a new sensor that is none of its noise, as far as that is known. */
function leastStepOf(filter: LevelFilter): number {
  // Of readings that are hours apart each stands for itself: more of them make no step more certain.
  if (filter.spacing >= slowMs) return Math.SQRT2 * Math.sqrt(noiseOf(filter));
  if (filter.count <= unknownReadings) return newPlay;
  return stepDeviations * Math.SQRT2 * Math.sqrt(noiseOf(filter));
}

function pullMark({ filter, mark }: Marked): Move {
  const play = playOf(filter);
  return { level: roundMark(dragMark(mark, filter.level, play)), play, hidingPlay: play };
}

/** Rounds to a ten-thousandth of a percent, so that stored marks equal those that were calculated with. */
export function roundMark(level: number): number {
  return roundTo(level, 4);
}
