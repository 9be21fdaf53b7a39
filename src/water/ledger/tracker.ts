import { readingFields } from '../../db/tables/reading-fields.ts';
import { hourMs, secondMs } from '../../kit/time/units.ts';
import { noteBlind } from './blind-spell.ts';
import {
  type Fold,
  forgetDraw,
  isFold,
  isInFold,
  isSudden,
  largeStepOf,
  leaveFold,
} from './blind-zone.ts';
import { type CorrectedStretch, isCorrected } from './corrected-stretch.ts';
import { isZeroFault, noteZero } from './doubt.ts';
import { addFlows, type Flow, halfOf, noFlow, playOf } from './flow-meter.ts';
import { type Fallen, isUndone, noteFallen, zeroLevel } from './impossible-fall.ts';
import {
  believeStated,
  filterLevel,
  isNew,
  type LevelFilter,
  settledVariance,
  startFilter,
  type Verdict,
} from './level-filter.ts';
import { noteRatio, ratioOf } from './litres-of-percent.ts';
import { type Marked, moveMark, moveUnexplained } from './move-mark.ts';
import { roundMark } from './next-mark.ts';
import { halfOfRefill, type Refill, startRise, toRefill } from './refill-rise.ts';
import { isOverChange } from './tank-change.ts';

/** Fields of a reading that the ledger uses: epoch milliseconds, percent of capacity, litres. */
export type LedgerReading = {
  recorded_at: number;
  level: number;
  volume: number | null;
  /** As readings are stored; a device's where it is left out. */
  source?: number;
};

/**
 * State of the ledger for a sensor after a reading. Later entries depend on earlier readings through this
 * alone, so a history may be cut and continued anywhere.
 */
export type Tracker = Marked & {
  /** Level at which the sensor folds, as far as its steps tell; null where none does. */
  fold: Fold | null;
  /** True if there was a gap since the mark last followed the level. */
  hasGap: boolean;
  /** True from a failure of the sensor that it says as 0, which was taken for the level at last, until it says more. */
  isLost: boolean;
  /** Fall that no outlet makes, from which the level has not come back; null where there was none. */
  fallen: Fallen | null;
  /** Instant of the last reading where it told nothing of the level (`blind-spell.ts`), else null. */
  blindAt: number | null;
};

export type LedgerEntry = {
  verdict: Verdict;
  flow: Flow;
  /** Percent by which the mark moved though no water explains it. */
  unexplained: number;
  /** True if the flow happened in a gap. */
  isOfGap: boolean;
  /** Refill whose end is now certain. */
  refill: Refill | undefined;
  /** Time since the reading before, where both tell nothing of the level; else 0. */
  blindMs: number;
};

type Booked = Omit<LedgerEntry, 'blindMs'>;

/** A device sends the same level again within so long. */
const repeatedMs = 15 * secondMs;
const userSource = readingFields.source.words.user;
/** A silence longer than this, and than three times the interval before, is a gap. */
const leastGapMs = hourMs;
/** The mark follows the filter once its variance is at most this many times the settled one, */
const mostUnsettled = 1.4;
/** or once the level is this many plays away: a fast steady move keeps the filter unsettled. */
const farPlays = 3;

export function startTracker(reading: LedgerReading): Tracker {
  const { recorded_at, level, volume } = reading;
  const mark = { level: roundMark(level), volume };
  return {
    filter: startFilter(recorded_at, level),
    mark,
    rise: startRise(mark, recorded_at),
    fold: null,
    ratio: ratioOf(reading),
    hasGap: false,
    isLost: false,
    fallen: null,
    blindAt: null,
  };
}

/**
 * Takes the next reading in the order of time; changes `tracker` in place.
 * @param corrected stretches in which nothing is to be booked.
 */
export function followReading(
  tracker: Tracker,
  reading: LedgerReading,
  corrected: readonly CorrectedStretch[] = [],
): LedgerEntry {
  const booked = bookReading(tracker, reading, corrected);
  return { ...booked, blindMs: noteBlind(tracker, reading.recorded_at) };
}

function bookReading(
  tracker: Tracker,
  reading: LedgerReading,
  corrected: readonly CorrectedStretch[],
): Booked {
  const { filter } = tracker;
  const { recorded_at: at, level: raw } = reading;
  if (isCorrected(corrected, filter.at, at)) {
    const isLost = isZeroFault(filter, { at, raw, ratio: tracker.ratio });
    return isLost && isOverChange(corrected, filter.at, at)
      ? waitForEcho(tracker, reading)
      : passOver(tracker, reading);
  }
  const elapsed = at - filter.at;
  if (isRepeat(filter, elapsed, raw)) return { ...nothing, verdict: 'believed', isOfGap: false };
  // A device that says 0 without cause is heard, though nothing is known of the level.
  const isHeard = filter.doubtLevel !== null;
  tracker.hasGap ||= !isHeard && elapsed > Math.max(leastGapMs, 3 * filter.spacing);
  noteRatio(tracker, reading);
  if (reading.source === userSource) return bookStated(tracker, reading);
  const {
    doubtFrom,
    doubtSince,
    doubtLevel,
    doubtTo: to,
    doubtRaw: last,
    raw: before,
    level: levelBefore,
  } = filter;
  const step = { large: largeStepOf(tracker, at, raw), isSudden: isSudden(filter, raw) };
  const verdict = filterLevel(filter, { at, raw, ...step }, tracker.ratio);
  forgetDraw(tracker);
  leaveFold(tracker);
  const isOfGap = tracker.hasGap;
  const waiting = { ...nothing, verdict, isOfGap };
  if (verdict === 'refused' || verdict === 'waits' || filter.doubtLevel !== null) return waiting;
  const isFound = tracker.isLost && filter.level > zeroLevel;
  if (verdict === 'impossible' || isFound) {
    tracker.isLost = filter.level <= zeroLevel;
    const unexplained = moveUnexplained(tracker, reading);
    tracker.fallen =
      verdict === 'impossible' && !tracker.isLost ? noteFallen(unexplained, at) : null;
    return { ...waiting, unexplained };
  }
  const from = doubtLevel;
  const by = filter.level - (from ?? levelBefore);
  const withinMs = from === null ? elapsed : doubtSince - doubtFrom;
  const isTwice = isInFold(tracker);
  const isBack = isUndone(tracker.fallen, { by, withinMs, at }, tracker.ratio);
  if (isBack) tracker.fallen = null;
  if (
    isBack ||
    (from !== null && !isOfGap && isFold(tracker, { from, last, to, since: doubtSince }))
  ) {
    const refill = runningRefill(tracker);
    const unexplained = moveUnexplained(tracker, reading);
    return { ...waiting, unexplained, refill: isTwice ? halfOfRefill(refill) : refill };
  }
  if (!isNew(filter) && !isSettled(filter, elapsed) && !isFar(tracker)) return waiting;
  tracker.hasGap = false;
  const movedAt = doubtSince > 0 && !isOfGap ? doubtSince : at;
  if (verdict === 'jumped' && isNew(filter)) {
    if (tracker.mark.level > zeroLevel) return bookNew(tracker, reading, before);
    // A device says 0 before it measures.
    return { ...waiting, unexplained: moveUnexplained(tracker, reading) };
  }
  const move = { ...reading, isOfGap, movedAt, levelBefore };
  const { flow, refill } = moveMark(tracker, move);
  const moved = isTwice ? { flow: halfOf(flow), refill: halfOfRefill(refill) } : { flow, refill };
  return { verdict, unexplained: 0, isOfGap, ...moved };
}

const nothing = { flow: noFlow, unexplained: 0, refill: undefined };

/** A board that sends everything twice, or tries again, says nothing new. */
function isRepeat({ raw: before }: LevelFilter, elapsed: number, raw: number): boolean {
  return elapsed < repeatedMs && raw === before;
}

/** Goes on from a level of which nothing is to be booked. A refill that runs ends before it. */
function passOver(tracker: Tracker, reading: LedgerReading): Booked {
  const refill = runningRefill(tracker);
  noteRatio(tracker, reading);
  believeStated(tracker.filter, reading.recorded_at, reading.level);
  tracker.hasGap = false;
  const unexplained = moveUnexplained(tracker, reading);
  return { verdict: 'believed', flow: noFlow, unexplained, isOfGap: false, refill };
}

/** Leaves a stretch open, and the tracker before it: an echo that is lost behind it is no level to go on from. */
function waitForEcho(tracker: Tracker, { recorded_at: at, level: raw }: LedgerReading): Booked {
  const { filter } = tracker;
  const step = { large: largeStepOf(tracker, at, raw), isSudden: isSudden(filter, raw) };
  noteZero(filter, { at, raw, before: filter.raw, ...step });
  return { ...nothing, verdict: 'refused', isOfGap: false };
}

/** Returns the refill that ends where the mark leaves the water; undefined where none runs. */
function runningRefill({ rise }: Tracker): Refill | undefined {
  return rise.isFilling ? toRefill(rise, rise.hidden) : undefined;
}

/** Books a level that a person says, as it is said. */
function bookStated(tracker: Tracker, reading: LedgerReading): Booked {
  const isOfGap = tracker.hasGap;
  const { level: levelBefore } = tracker.filter;
  believeStated(tracker.filter, reading.recorded_at, reading.level);
  tracker.hasGap = false;
  const { recorded_at: movedAt } = reading;
  const move = { ...reading, isOfGap, movedAt, levelBefore };
  return { verdict: 'believed', unexplained: 0, isOfGap, ...moveMark(tracker, move, true) };
}

/** Books a step of a new sensor that its next reading confirms: both are levels as they are. */
function bookNew(tracker: Tracker, reading: LedgerReading, before: number): Booked {
  const { filter } = tracker;
  const { recorded_at: movedAt } = reading;
  const move = { ...reading, isOfGap: false, movedAt, levelBefore: filter.level };
  filter.level = before;
  const first = moveMark(tracker, move);
  filter.level = reading.level;
  const second = moveMark(tracker, move);
  return {
    verdict: 'jumped',
    unexplained: 0,
    isOfGap: false,
    flow: addFlows(first.flow, second.flow),
    refill: first.refill ?? second.refill,
  };
}

function isSettled(filter: LevelFilter, elapsed: number): boolean {
  return filter.variance <= mostUnsettled * settledVariance(filter, elapsed);
}

function isFar({ filter, mark }: Tracker): boolean {
  return Math.abs(filter.level - mark.level) > farPlays * playOf(filter);
}
