import { hourMs } from '../../../kit/time/units.ts';
import type { LeakHour } from './leak-hour.ts';
import type { Span } from './night.ts';

/** Flow that has not stopped: percent of capacity a day, since when, and of how many hours that is known. */
export type EndlessFlow = {
  confidence: number;
  percentPerDay: number;
  since: number;
  hours: number;
};

/** Three days without a quiet hour are needed. */
const leastHours = 72;
/** Percent of capacity: less in an hour is none, since a filter that settles still moves a little. */
const quietest = 0.04;
/** Hours over which the level itself must fall, and share of the flow by which it must. */
const stretchHours = 6;
const bornOut = 0.7;
/** Share of the hours of a run, without those of refills, that must have been seen. */
const leastSeen = 0.9;
/** Quiet hours that a tank must have had before, or else how even the lowest quarter of its flow must be. */
const leastQuiet = 12;
const steadiness = 0.75;
/** Share of quiet hours that is supposed of a tank before any was seen, and the hours that this counts for. */
const usualQuiet = 0.2;
const priorHours = 24;

/**
 * Flow that never stops: hours in a row, the newest the last, in each of which some water went out. Hours
 * that a refill hides or a gap counts are left out. Confidence is 1 less the chance of so long a run where
 * hours are quiet as often as they were before it.
 * @param hours of four weeks, oldest first.
 */
export function findEndlessFlow(
  hours: readonly LeakHour[],
  refills: readonly Span[],
): EndlessFlow | undefined {
  const seen = hours.filter(
    ({ hour, gap_level, count }) =>
      gap_level === 0 &&
      count >= 2 &&
      !refills.some(({ from, until }) => from < hour + hourMs && until > hour),
  );
  const lastQuiet = seen.findLastIndex(isQuiet);
  const run = seen.slice(lastQuiet + 1);
  const [first] = run;
  if (!first || run.length < leastHours) return undefined;
  if (!isWhole(run, refills)) return undefined;
  const before = seen.slice(0, lastQuiet + 1);
  const quiet = before.filter(isQuiet).length;
  if (quiet < leastQuiet && !isSteady(run)) return undefined;
  const share = (quiet + usualQuiet * priorHours) / (before.length + priorHours);
  const flow = lowestTenth(run.map(({ consumed_level }) => consumed_level));
  if (Math.min(...fallsOf(run)) < bornOut * flow) return undefined;
  return {
    confidence: 1 - (1 - share) ** run.length,
    percentPerDay: flow * 24,
    since: first.hour,
    hours: run.length,
  };
}

/**
 * Percent an hour by which the level fell over each stretch of six hours, as far as its noise can tell: what noise
 * alone makes look like use in each hour lets no level fall.
 */
function fallsOf(run: readonly LeakHour[]): number[] {
  return run.flatMap((begin, at) => {
    const end = run[at + stretchHours - 1];
    if (at % stretchHours !== 0 || !end) return [];
    // A refill in between leaves a stretch that says nothing.
    if (end.hour - begin.hour !== (stretchHours - 1) * hourMs) return [];
    const error = 2 * Math.max(begin.noise, end.noise);
    return [(begin.first_level - end.last_level + error) / stretchHours];
  });
}

/**
 * Whether nearly all hours of the run were seen, but for those of refills: a board that reports on change says
 * nothing of the hours in which nobody draws.
 */
function isWhole(run: readonly LeakHour[], refills: readonly Span[]): boolean {
  const [first, last] = [run[0]?.hour ?? 0, run.at(-1)?.hour ?? 0];
  let hours = 0;
  for (let hour = first; hour <= last; hour += hourMs) {
    if (!refills.some(({ from, until }) => from < hour + hourMs && until > hour)) hours += 1;
  }
  return run.length >= leastSeen * hours;
}

/** Where it was never quiet, a leak flows the same in each hour in which nobody draws; the draws of many do not. */
function isSteady(run: readonly LeakHour[]): boolean {
  const sorted = run.map(({ consumed_level }) => consumed_level).sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? 0;
  return at(0.1) >= steadiness * at(0.25);
}

function lowestTenth(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 10)] ?? 0;
}

function isQuiet({ consumed_level }: LeakHour): boolean {
  return consumed_level < quietest;
}
