import { roundTo } from '../../kit/round.ts';
import { hourMs } from '../../kit/time/units.ts';
import {
  addFlows,
  dragMark,
  type Flow,
  flowBetween,
  type Mark,
  noFlow,
  playOf,
  turnFlow,
} from './flow-meter.ts';
import {
  filterLevel,
  isNew,
  type LevelFilter,
  settledVariance,
  startFilter,
  type Verdict,
} from './level-filter.ts';
import { noteRatio, ratioOf, volumeAt } from './litres-of-percent.ts';
import { followMark, type Refill, type Rise, startRise, toRefill } from './refill-rise.ts';

/** Fields of a reading that the ledger uses: epoch milliseconds, percent of capacity, litres. */
export type LedgerReading = { recorded_at: number; level: number; volume: number | null };

/**
 * State of the ledger for a sensor after a reading. Later entries depend on earlier readings through this
 * alone, so a history may be cut and continued anywhere.
 */
export type Tracker = {
  filter: LevelFilter;
  mark: Mark;
  rise: Rise;
  /** Litres of a percent at the last reading; null where litres are unknown. */
  ratio: number | null;
  /** True if there was a gap since the mark last followed the level. */
  hasGap: boolean;
};

export type LedgerEntry = {
  verdict: Verdict;
  flow: Flow;
  /** True if the flow happened in a gap. */
  isOfGap: boolean;
  /** Refill whose end is now certain. */
  refill: Refill | undefined;
};

/** A silence longer than this, and than three times the interval before, is a gap. */
const leastGapMs = hourMs;
/** The mark follows the filter once its variance is at most this many times the settled one, */
const mostUnsettled = 1.4;
/** or once the level is this many plays away: a fast steady move keeps the filter unsettled. */
const farPlays = 3;
/** Difference below which the level of a new sensor, whose noise is unknown, counts as noise, in percent. */
const newPlay = 5;

export function startTracker(reading: LedgerReading): Tracker {
  const { recorded_at, level, volume } = reading;
  const mark = { level: roundMark(level), volume };
  return {
    filter: startFilter(recorded_at, level),
    mark,
    rise: startRise(mark, recorded_at),
    ratio: ratioOf(reading),
    hasGap: false,
  };
}

/** Takes the next reading in the order of time; changes `tracker` in place. */
export function followReading(tracker: Tracker, reading: LedgerReading): LedgerEntry {
  const { filter } = tracker;
  const { recorded_at: at, level: raw } = reading;
  const elapsed = at - filter.at;
  tracker.hasGap ||= elapsed > Math.max(leastGapMs, 3 * filter.spacing);
  noteRatio(tracker, reading);
  const verdict = filterLevel(filter, at, raw);
  const isOfGap = tracker.hasGap;
  const nothing = { verdict, flow: noFlow, isOfGap, refill: undefined };
  if (verdict === 'refused') return nothing;
  if (!isNew(filter) && !isSettled(filter, elapsed) && !isFar(tracker)) return nothing;
  tracker.hasGap = false;
  return { verdict, isOfGap, ...moveMark(tracker, reading) };
}

function isSettled(filter: LevelFilter, elapsed: number): boolean {
  return filter.variance <= mostUnsettled * settledVariance(filter, elapsed);
}

function isFar({ filter, mark }: Tracker): boolean {
  return Math.abs(filter.level - mark.level) > farPlays * playOf(filter);
}

function moveMark(tracker: Tracker, reading: LedgerReading): Pick<LedgerEntry, 'flow' | 'refill'> {
  const { filter, rise, ratio } = tracker;
  const { level, play, hidingPlay } = isNew(filter) ? jumpMark(tracker) : pullMark(tracker);
  const mark = { level, volume: volumeAt(level, reading, ratio) };
  const flow = flowBetween(tracker.mark, mark);
  tracker.mark = mark;
  const event = followMark(rise, { at: filter.at, mark, level: filter.level, play });
  if (!event) return { flow, refill: undefined };
  const turn = turnFlow(hidingPlay, ratio);
  const flows = addFlows(flow, turn);
  if (event === 'begun') {
    rise.hidden = turn.refilledLevel;
    return { flow: flows, refill: undefined };
  }
  tracker.rise = startRise(mark, filter.at);
  return { flow: flows, refill: toRefill(rise, rise.hidden + turn.refilledLevel) };
}

/**
 * Next level of the mark, the play around it, and the play that has hidden turns of the level; in percent.
 */
type Move = { level: number; play: number; hidingPlay: number };

/** Moves the mark of a new sensor, which jumps: it never lags behind, so nothing is hidden. */
function jumpMark({ filter, mark }: Tracker): Move {
  const level = Math.abs(filter.level - mark.level) > newPlay ? filter.level : mark.level;
  return { level: roundMark(level), play: newPlay, hidingPlay: 0 };
}

function pullMark({ filter, mark }: Tracker): Move {
  const play = playOf(filter);
  return { level: roundMark(dragMark(mark, filter.level, play)), play, hidingPlay: play };
}

/** Rounds to a ten-thousandth of a percent, so that stored marks equal those that were calculated with. */
function roundMark(level: number): number {
  return roundTo(level, 4);
}
