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
import { type Refill, type RefillWatch, startWatch, toRefill, watchMark } from './refill-watch.ts';

/** What the ledger takes of a reading: epoch milliseconds, percent of capacity, litres. */
export type LedgerReading = { recorded_at: number; level: number; volume: number | null };

/**
 * All that the ledger knows of a sensor after a reading. What follows depends on earlier readings
 * through this alone, so a history may be cut anywhere and gone on with.
 */
export type Tracker = {
  filter: LevelFilter;
  mark: Mark;
  watch: RefillWatch;
  /** Litres of a percent, as the last reading had it; null where litres are not known. */
  ratio: number | null;
  /** Whether the sensor was silent since the mark last followed the level. */
  hasGap: boolean;
};

/** What a reading adds to the ledger. */
export type LedgerEntry = {
  verdict: Verdict;
  flow: Flow;
  /** Whether the flow is of a time in which the sensor was silent. */
  isOfGap: boolean;
  /** A refill that is now known to have ended. */
  refill: Refill | undefined;
};

/** Silence longer than this, and than three times the interval before, is a gap. */
const leastGapMs = hourMs;
/** The mark follows a filter whose error is at most this many times what it settles at, */
const mostUnsettled = 1.4;
/** or one that is this many plays away: a level that moves fast and on keeps its filter unsettled. */
const farPlays = 3;
/** Of a new sensor, whose noise is not known, less than this may be noise, in percent; more is believed. */
const newPlay = 5;

export function startTracker(reading: LedgerReading): Tracker {
  const { recorded_at, level, volume } = reading;
  const mark = { level: roundMark(level), volume };
  return {
    filter: startFilter(recorded_at, level),
    mark,
    watch: startWatch(mark, recorded_at),
    ratio: ratioOf(reading),
    hasGap: false,
  };
}

/** Takes the next reading in the order of time; `tracker` is moved in place. */
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
  const { filter, watch, ratio } = tracker;
  const { level, play, hidingPlay } = isNew(filter) ? jumpMark(tracker) : pullMark(tracker);
  const mark = { level, volume: volumeAt(level, reading, ratio) };
  const flow = flowBetween(tracker.mark, mark);
  tracker.mark = mark;
  const event = watchMark(watch, { at: filter.at, mark, level: filter.level, play });
  if (!event) return { flow, refill: undefined };
  const turn = turnFlow(hidingPlay, ratio);
  const flows = addFlows(flow, turn);
  if (event === 'begun') {
    watch.hidden = turn.refilledLevel;
    return { flow: flows, refill: undefined };
  }
  tracker.watch = startWatch(mark, filter.at);
  return { flow: flows, refill: toRefill(watch, watch.hidden + turn.refilledLevel) };
}

/**
 * The level that the mark goes to, how far the filter's may be from it, and how much of that play has
 * hidden a turn; in percent.
 */
type Move = { level: number; play: number; hidingPlay: number };

/** Of a new sensor, whose mark jumps: nothing was hidden, as it never lagged behind. */
function jumpMark({ filter, mark }: Tracker): Move {
  const level = Math.abs(filter.level - mark.level) > newPlay ? filter.level : mark.level;
  return { level: roundMark(level), play: newPlay, hidingPlay: 0 };
}

function pullMark({ filter, mark }: Tracker): Move {
  const play = playOf(filter);
  return { level: roundMark(dragMark(mark, filter.level, play)), play, hidingPlay: play };
}

/** Marks are kept to a ten-thousandth of a percent, so that what is stored is what was reckoned with. */
function roundMark(level: number): number {
  return roundTo(level, 4);
}
