import type { LevelFilter } from './level-filter.ts';
import { lastingDeviation } from './level-noise.ts';

/** Percent of capacity and litres that went out of a tank and came into it. */
export type Flow = {
  consumedLevel: number;
  refilledLevel: number;
  consumedVolume: number;
  refilledVolume: number;
};

/** A level in percent and the litres that go with it; null where they are not known. */
export type Mark = { level: number; volume: number | null };

/** The flow behind a level that moves twice as far as the water, as that of the echo which came twice does. */
export function halfOf(flow: Flow): Flow {
  return {
    consumedLevel: flow.consumedLevel / 2,
    refilledLevel: flow.refilledLevel / 2,
    consumedVolume: flow.consumedVolume / 2,
    refilledVolume: flow.refilledVolume / 2,
  };
}

export const noFlow: Flow = Object.freeze({
  consumedLevel: 0,
  refilledLevel: 0,
  consumedVolume: 0,
  refilledVolume: 0,
});

/** The mark follows the level within this many deviations of its error. */
const playDeviations = 2;
/** and within so many swings of quarter-hours at rest, for noise that lasts. */
const playSwings = 2;
/** Share of the play by which each turn of the level is underestimated; fitted to simulated tanks. */
const hiddenTurn = 0.7;

/** Returns the play in percent: how far noise alone moves the filtered level, so the mark ignores as much. */
export function playOf(filter: Pick<LevelFilter, 'variance' | 'noise' | 'swing'>): number {
  const ofFilter = playDeviations * Math.sqrt(filter.variance);
  return Math.max(ofFilter, playSwings * lastingDeviation(filter));
}

/**
 * Moves a mark towards a level: not at all within the play, else just so far that the level is within it
 * again, as a bolt drags along a slot (the play operator of hysteresis). A move down is use, a move up is
 * refill: noise moves nothing, slow use is never lost, and `refilled - consumed = mark - first mark` at any
 * time.
 */
export function dragMark({ level: mark }: Mark, level: number, play: number): number {
  return Math.min(Math.max(mark, level - play), level + play);
}

/** Returns the flow that a move of the mark stands for. */
export function flowBetween(from: Mark, to: Mark): Flow {
  const level = to.level - from.level;
  const litres = from.volume === null || to.volume === null ? 0 : to.volume - from.volume;
  // Litres that move against the level say nothing of water.
  const volume = litres * level > 0 ? Math.abs(litres) : 0;
  return level > 0
    ? { ...noFlow, refilledLevel: level, refilledVolume: volume }
    : { ...noFlow, consumedLevel: -level, consumedVolume: volume };
}

/**
 * Returns the flow that the play hid at a turn of the level: the level went further than the mark before it
 * turned, and as much more was used and refilled.
 * @param litresPerPercent null where litres are not known.
 */
export function turnFlow(play: number, litresPerPercent: number | null): Flow {
  const level = hiddenTurn * play;
  const volume = level * (litresPerPercent ?? 0);
  return {
    consumedLevel: level,
    refilledLevel: level,
    consumedVolume: volume,
    refilledVolume: volume,
  };
}

export function addFlows(a: Flow, b: Flow): Flow {
  return {
    consumedLevel: a.consumedLevel + b.consumedLevel,
    refilledLevel: a.refilledLevel + b.refilledLevel,
    consumedVolume: a.consumedVolume + b.consumedVolume,
    refilledVolume: a.refilledVolume + b.refilledVolume,
  };
}
