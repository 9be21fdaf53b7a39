import { hourMs } from '../../../../src/kit/time/units.ts';
import type { Reading } from '../../api/operations.ts';

export type LevelReading = Pick<
  Reading,
  'recorded_at' | 'level' | 'filtered_level' | 'quality' | 'volume' | 'pump_status'
>;

/** From and to, epoch seconds. */
type Stretch = [from: number, to: number];

export type LevelSeries = {
  /** Epoch seconds, ascending. */
  times: number[];
  /** Percent as sent at each time; null within a gap. */
  levels: (number | null)[];
  /** Believed percent, drawn as the line; null breaks it. */
  believed: (number | null)[];
  /** Indices in `times` of suspect readings that no later one has confirmed. */
  suspects: number[];
  litres: (number | null)[];
  pumps: ('on' | 'off' | null)[];
  /** Pump runs: from a reading with the pump on to the next reading, unless a gap follows. */
  pumpRuns: Stretch[];
  /** Indices in `times` of readings between two gaps, where no line can be drawn. */
  alone: number[];
};

const leastGapSeconds = 15 * 60;
const gapInIntervals = 5;
/**
 * Share of the chart below which a gap is not visible. Of a long range the server sends up to eight
 * readings of each of 250 parts, which may lie nearly two parts apart.
 */
const steps = 120;

/**
 * Converts readings, oldest first, to the series of the chart.
 * @param from epoch ms; older readings are left out.
 * @param to epoch ms of the end of the chart.
 */
export function toSeries(readings: readonly LevelReading[], from: number, to: number): LevelSeries {
  const shown = readings
    .map((reading) => ({ ...reading, at: Date.parse(reading.recorded_at) / 1000 }))
    .filter(({ at }) => at >= from / 1000);
  const gap = Math.max(gapAfter(shown.map(({ at }) => at)), (to - from) / 1000 / steps);
  const series: LevelSeries = {
    times: [],
    levels: [],
    believed: [],
    suspects: [],
    litres: [],
    pumps: [],
    pumpRuns: [],
    alone: [],
  };
  for (const [index, reading] of shown.entries()) {
    const { at, pump_status } = reading;
    const before = shown[index - 1];
    const after = shown[index + 1];
    const isAfterGap = before === undefined || at - before.at > gap;
    const isBeforeGap = after === undefined || after.at - at > gap;
    if (isAfterGap && isBeforeGap) series.alone.push(series.times.length);
    const isDoubted = isDoubtful(shown, index);
    if (isDoubted) series.suspects.push(series.times.length);
    add(series, at, reading, isDoubted);
    if (pump_status === 'on') addRun(series.pumpRuns, [at, isBeforeGap ? at : after.at]);
    if (after && isBeforeGap) add(series, (at + after.at) / 2, undefined, false);
  }
  return series;
}

/** Percent by which waves alone move a reading beyond its neighbours. */
const ripple = 2;

/**
 * True if a reading is still suspect. While a pump fills the tank each reading is held back until
 * the next agrees; once the level moved past it, it was right.
 */
function isDoubtful(readings: readonly LevelReading[], index: number): boolean {
  const reading = readings[index];
  if (reading?.quality !== 'suspect') return false;
  const before = nearestBelieved(readings, index, -1);
  const after = nearestBelieved(readings, index, 1);
  if (!before || !after) return true;
  const [least, most] = [Math.min(before.level, after.level), Math.max(before.level, after.level)];
  return reading.level < least - ripple || reading.level > most + ripple;
}

function nearestBelieved(
  readings: readonly LevelReading[],
  from: number,
  step: 1 | -1,
): LevelReading | undefined {
  let index = from + step;
  while (readings[index]?.quality === 'suspect') index += step;
  return readings[index];
}

/**
 * Returns the silence in seconds across which no line is drawn: five times the usual interval, and
 * at least a quarter of an hour.
 */
export function gapAfter(times: readonly number[]): number {
  const intervals = times.slice(1).map((time, index) => time - (times[index] ?? time));
  const usual = intervals.sort((a, b) => a - b)[Math.floor(intervals.length / 2)] ?? 0;
  return Math.max(leastGapSeconds, gapInIntervals * usual);
}

/** Inserts a reading in its place; one of the same instant is replaced. */
export function withLevel(readings: LevelReading[], reading: LevelReading): LevelReading[] {
  const at = reading.recorded_at;
  let place = readings.length;
  while (place > 0 && (readings[place - 1]?.recorded_at ?? '') > at) place -= 1;
  const isAgain = readings[place - 1]?.recorded_at === at;
  return [...readings.slice(0, isAgain ? place - 1 : place), reading, ...readings.slice(place)];
}

/**
 * Returns the believed level: the raw one if its noise is unknown, and of a reading that was held back until
 * the next agreed, as each is while a pump fills the tank: the filter stood still then, and would draw stairs.
 */
function believedLevel(
  { level, filtered_level, quality }: LevelReading,
  isDoubted: boolean,
): number {
  if (quality === 'suspect' && !isDoubted) return level;
  return filtered_level ?? level;
}

export type LevelSummary = { lowest: LevelReading; highest: LevelReading; now: LevelReading };

/** Of equal extremes the latest. Suspect readings are no extremes. */
export function summarise(
  readings: readonly LevelReading[],
  from: number,
): LevelSummary | undefined {
  const shown = readings.filter(({ recorded_at }) => Date.parse(recorded_at) >= from);
  const now = shown.at(-1);
  if (!now) return undefined;
  // The newest may be a jump that the next reading will confirm.
  const good = shown.filter((each) => each.quality !== 'suspect' || each === now).reverse();
  let lowest = good[0] ?? now;
  let highest = lowest;
  for (const reading of good) {
    if (reading.level < lowest.level) lowest = reading;
    if (reading.level > highest.level) highest = reading;
  }
  return { lowest, highest, now };
}

function add(
  series: LevelSeries,
  time: number,
  reading: LevelReading | undefined,
  isDoubted: boolean,
): void {
  series.times.push(time);
  series.levels.push(reading?.level ?? null);
  series.believed.push(reading ? believedLevel(reading, isDoubted) : null);
  series.litres.push(reading?.volume ?? null);
  series.pumps.push(reading?.pump_status ?? null);
}

function addRun(runs: Stretch[], run: Stretch): void {
  const last = runs.at(-1);
  if (last && last[1] === run[0]) last[1] = run[1];
  else runs.push(run);
}

export const ranges = ['1d', '7d', '30d', '90d'] as const;
export type Range = (typeof ranges)[number];

export function hoursOf(range: Range): number {
  return Number.parseInt(range, 10) * 24;
}

/** Returns the start of a range, epoch ms. */
export function startOf(range: Range, now: number): number {
  return now - hoursOf(range) * hourMs;
}
