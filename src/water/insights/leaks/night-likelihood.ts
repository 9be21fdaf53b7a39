import { firstHour, type Night, type Stretch } from './night.ts';

/**
 * How a household draws at night: so many times an hour when it is quietest, amounts of percent of
 * capacity that spread exponentially, and how many times as often in each other hour of the night.
 */
export type NightUse = { timesAnHour: number; percent: number; hours: readonly number[] };

/** From nine in the evening to six: of those who sleep from eleven to four, and of those who never quite do. */
const sleeping = [6, 5, 3, 2, 1, 1, 1, 3, 7];
const wakeful = [2.5, 2, 1.5, 1.2, 1, 1, 1, 1.5, 2.5];

/** Kinds of premises, from a school, where nobody is at night, to one in which somebody is always up. */
export const nightUses: readonly NightUse[] = [
  { timesAnHour: 0.01, percent: 0.2, hours: sleeping },
  ...[0.1, 0.35, 1.2].flatMap((timesAnHour) =>
    [0.03, 0.1, 0.3].flatMap((percent) =>
      [sleeping, wakeful].map((hours) => ({ timesAnHour, percent, hours })),
    ),
  ),
  // A hotel, a clinic: small draws of many, all night.
  ...[0.03, 0.1].map((percent) => ({ timesAnHour: 4, percent, hours: wakeful })),
];

/**
 * The logarithm of how likely the levels of a night are, where a leak takes `leak` percent an hour, for
 * each of `leaks` within each of `nightUses`. The level is hidden: the leak and uses lower it, and means
 * of readings tell it with their error (the forward algorithm of a hidden Markov model, Rabiner 1989, on a
 * grid of levels).
 */
export function nightLikelihood(night: Night, leaks: readonly number[]): number[][] {
  return likelihoodOfFlows(
    night,
    leaks.map((percent) => ({ percent })),
    nightUses,
  );
}

/** Steady flow of so many percent an hour, between two hours after midnight, or all the time. */
export type SteadyFlow = { percent: number; from?: number; until?: number };

/** As `nightLikelihood`, of flows that may run by the clock. */
export function likelihoodOfFlows(
  { stretches, rounding }: Night,
  flows: readonly SteadyFlow[],
  uses: readonly NightUse[],
): number[][] {
  const grids = flows.map((flow) =>
    stretches.map((stretch) => layGrid(addFlow(stretch, flow), rounding)),
  );
  return uses.map((use) =>
    grids.map((ofFlow) => ofFlow.reduce((sum, grid) => sum + forward(grid, use), 0)),
  );
}

/** What the levels would be without the flow: then uses alone lower them. */
function addFlow(
  stretch: Stretch,
  { percent, from = Number.NEGATIVE_INFINITY, until = Number.POSITIVE_INFINITY }: SteadyFlow,
): Stretch {
  const begin = Math.max(from, stretch[0]?.at ?? 0);
  return stretch.map((each) => {
    const hours = Math.max(0, Math.min(each.at, until) - begin);
    return { ...each, level: each.level + percent * hours };
  });
}

/** Levels from the highest downwards, and how well each instant's level fits each of them. */
type Grid = { spacing: number; size: number; instants: { at: number; fits: Float64Array }[] };

const mostLevels = 300;
const leastSpacing = 0.004;
/** A level that fits nowhere is taken for wrong, rather than what is supposed of the tank. */
const leastFit = 1e-4;

function layGrid(stretch: Stretch, rounding: number): Grid {
  const deviations = stretch.map(({ deviation }) => deviation);
  const levels = stretch.map(({ level }) => level);
  const margin = 3 * Math.max(...deviations) + rounding;
  const top = Math.max(...levels) + margin;
  const range = top - Math.min(...levels) + margin;
  const spacing = Math.max(leastSpacing, Math.min(...deviations) / 1.5, range / mostLevels);
  const size = Math.ceil(range / spacing) + 1;
  const instants = stretch.map((known) => {
    const { level, at } = known;
    const deviation = Math.max(known.deviation, spacing / 2);
    const fits = new Float64Array(size);
    for (let i = 0; i < size; i += 1) {
      fits[i] = fitOf(top - i * spacing - level, deviation, rounding);
    }
    return { at, fits };
  });
  return { spacing, size, instants };
}

function fitOf(error: number, deviation: number, rounding: number): number {
  const fit =
    rounding > 0
      ? normalBelow((error + rounding) / deviation) - normalBelow((error - rounding) / deviation)
      : Math.exp(-0.5 * (error / deviation) ** 2);
  return fit + leastFit;
}

function forward({ spacing, size, instants }: Grid, use: NightUse): number {
  const [first, ...later] = instants;
  if (!first) return 0;
  let now = first.fits.slice();
  let next = new Float64Array(size);
  scaleToOne(now);
  let logLikelihood = 0;
  let before = first.at;
  for (const { at, fits } of later) {
    const draws = drawsOf(use, before, at);
    const steps = Math.max(1, Math.ceil(draws / mostDraws));
    const draw = { chance: 1 - Math.exp(-draws / steps), percent: use.percent, spacing };
    for (let step = 1; step < steps; step += 1) {
      passTime(now, next, draw);
      [now, next] = [next, now];
    }
    passTime(now, next, draw);
    for (let i = 0; i < size; i += 1) next[i] = (next[i] as number) * (fits[i] as number);
    logLikelihood += Math.log(scaleToOne(next));
    [now, next] = [next, now];
    before = at;
  }
  return logLikelihood;
}

/** Draws of one step of time: more of them come one after another. */
const mostDraws = 1;

/** How often somebody draws between two instants, on average. */
function drawsOf({ timesAnHour, hours }: NightUse, from: number, to: number): number {
  let factors = 0;
  for (let begin = from; begin < to; begin = Math.floor(begin) + 1) {
    const hour = Math.floor(begin) - firstHour;
    factors += (hours[hour] ?? 1) * (Math.min(to, Math.floor(begin) + 1) - begin);
  }
  return timesAnHour * factors;
}

type Draw = { chance: number; percent: number; spacing: number };

/** With some chance somebody draws, else the level stays. */
function passTime(from: Float64Array, to: Float64Array, { chance, percent, spacing }: Draw): void {
  // An exponential spread is a running mean. A use lowers the level by one of the grid at least: on a
  // coarse grid, where noise is large, many small uses would else pass for a leak and hide it.
  const kept = Math.exp(-spacing / percent);
  let drawn = 0;
  for (let i = 0; i < from.length; i += 1) {
    const stayed = from[i] as number;
    to[i] = (1 - chance) * stayed + chance * drawn;
    drawn = kept * drawn + (1 - kept) * stayed;
  }
}

/** @returns what the sum was. */
function scaleToOne(values: Float64Array): number {
  let sum = 1e-300;
  for (let i = 0; i < values.length; i += 1) sum += values[i] as number;
  for (let i = 0; i < values.length; i += 1) values[i] = (values[i] as number) / sum;
  return sum;
}

/** The normal distribution's share below a value (Abramowitz and Stegun 26.2.17, good to 1e-7). */
function normalBelow(value: number): number {
  const t = 1 / (1 + 0.2316419 * Math.abs(value));
  const series =
    t *
    (0.31938153 + t * (-0.356563782 + t * (1.781477937 + t * (-1.821255978 + t * 1.330274429))));
  const above = (Math.exp(-0.5 * value * value) / Math.sqrt(2 * Math.PI)) * series;
  return value > 0 ? 1 - above : above;
}
