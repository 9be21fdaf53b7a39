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
/** Litres of a percent, at least: a millilitre, as exactly as litres are kept. */
const leastRatio = 0.001;

export function startTracker({ recorded_at, level, volume }: LedgerReading): Tracker {
  const mark = { level: roundMark(level), volume };
  return {
    filter: startFilter(recorded_at, level),
    mark,
    watch: startWatch(mark, recorded_at),
    ratio: ratioOf(level, volume),
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
  const play = isNew(filter) ? newPlay : playOf(filter);
  const level = roundMark(
    isNew(filter) ? jumpTo(tracker.mark, filter.level) : dragMark(tracker.mark, filter.level, play),
  );
  const mark = { level, volume: volumeAt(level, reading, ratio) };
  const flow = flowBetween(tracker.mark, mark);
  tracker.mark = mark;
  const event = watchMark(watch, { at: filter.at, mark, level: filter.level, play });
  if (!event) return { flow, refill: undefined };
  const turn = turnFlow(isNew(filter) ? 0 : play, ratio);
  const flows = addFlows(flow, turn);
  if (event === 'begun') {
    watch.hidden = turn.refilledLevel;
    return { flow: flows, refill: undefined };
  }
  tracker.watch = startWatch(mark, filter.at);
  return { flow: flows, refill: toRefill(watch, watch.hidden + turn.refilledLevel) };
}

/** Where the mark of a new sensor goes: there is no play to wait for. */
function jumpTo(mark: Mark, level: number): number {
  return Math.abs(level - mark.level) > newPlay ? level : mark.level;
}

/** Litres at a level near to that of a reading; as marks are, as round as they are stored. */
function volumeAt(level: number, reading: LedgerReading, ratio: number | null): number | null {
  if (reading.volume === null || ratio === null) return null;
  return roundTo(reading.volume + (level - reading.level) * ratio, 3);
}

/** Litres of a percent; null where they are not known, or are so few that no tank is as small. */
function ratioOf(level: number, volume: number | null): number | null {
  if (volume === null || level < 1) return null;
  const ratio = volume / level;
  return ratio >= leastRatio ? ratio : null;
}

/**
 * Keeps the litres of a percent. Where they change although the level does not, the tank was measured
 * anew (its capacity corrected): what is remembered in litres is converted, and no water has flowed.
 */
function noteRatio(tracker: Tracker, { level, volume }: LedgerReading): void {
  const { filter, ratio: known, mark, watch } = tracker;
  const ratio = ratioOf(level, volume);
  if (ratio === null) {
    if (volume === null) tracker.ratio = null;
    return;
  }
  tracker.ratio = ratio;
  if (known === null || filter.raw < 1) return;
  const moved = Math.abs(Math.log(level / filter.raw));
  if (Math.abs(Math.log(ratio / known)) <= 0.02 + 1.5 * moved) return;
  for (const each of [mark, watch.low, watch.high]) {
    if (each.volume !== null) each.volume *= ratio / known;
  }
}

/** Marks are kept to a ten-thousandth of a percent, so that what is stored is what was reckoned with. */
function roundMark(level: number): number {
  return roundTo(level, 4);
}
