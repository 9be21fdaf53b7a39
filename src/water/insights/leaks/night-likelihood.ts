import type { Night, NightHour, Stretch } from './night.ts';

/**
 * How a household draws at night: in an hour with some chance, and then an amount that is spread
 * exponentially. In the first and last hours of the night more of both.
 */
export type NightUse = { chance: number; percent: number };

/** Kinds of households, from one that sleeps to one in which somebody is always up. */
export const nightUses: readonly NightUse[] = [
  { chance: 0.02, percent: 0.2 },
  ...[0.15, 0.4, 0.8].flatMap((chance) =>
    [0.02, 0.05, 0.15, 0.45].map((percent) => ({ chance, percent })),
  ),
];

/** What the hours in which people go to bed and rise have more than the others. */
const livelyChances = 3;
const livelyPercent = 1.5;

/**
 * The logarithm of how likely the levels of a night are, where a leak takes `leak` percent an hour, for
 * each of `leaks` within each of `nightUses`. The level is hidden: it falls by the leak and by uses, and
 * hourly means tell it with their error (the forward algorithm of a hidden Markov model, Rabiner 1989,
 * on a grid of levels).
 * @param step in percent, that the sensor counts in.
 */
export function nightLikelihood(
  { stretches }: Night,
  step: number,
  leaks: readonly number[],
): number[][] {
  const grids = stretches.map((stretch) => layGrid(stretch, step));
  return nightUses.map((use) =>
    leaks.map((leak) => grids.reduce((sum, grid) => sum + forward(grid, use, leak), 0)),
  );
}

/** Levels from the highest downwards, and how well each hour's mean fits each of them. */
type Grid = { spacing: number; size: number; hours: { at: number; fits: Float64Array }[] };

const mostLevels = 400;
const leastSpacing = 0.02;

function layGrid(stretch: Stretch, step: number): Grid {
  const deviation = Math.max(...stretch.map((hour) => hour.deviation));
  // Noise that is small beside the step leaves the level anywhere within it.
  const half = deviation < step / 2 ? step / 2 : 0;
  const levels = stretch.map(({ level }) => level);
  const margin = 3 * deviation + half;
  const top = Math.max(...levels) + margin;
  const range = top - Math.min(...levels) + margin;
  const spacing = Math.max(leastSpacing, deviation / 3, range / mostLevels);
  const size = Math.ceil(range / spacing) + 1;
  const hours = stretch.map((hour) => ({
    at: hour.at,
    fits: Float64Array.from({ length: size }, (_, i) => fitOf(top - i * spacing, hour, half)),
  }));
  return { spacing, size, hours };
}

function fitOf(level: number, { level: mean, deviation }: NightHour, half: number): number {
  const error = level - mean;
  const density =
    half > 0
      ? normalBelow((error + half) / deviation) - normalBelow((error - half) / deviation)
      : Math.exp(-0.5 * (error / deviation) ** 2);
  return density + 1e-9;
}

function forward({ spacing, size, hours }: Grid, use: NightUse, leak: number): number {
  const [first, ...later] = hours;
  if (!first) return 0;
  let now = first.fits.slice();
  let next = new Float64Array(size);
  scaleToOne(now);
  let logLikelihood = 0;
  let at = first.at;
  for (const hour of later) {
    for (; at < hour.at; at += 1) {
      fall(now, next, { use: useAt(at + 1, use), cells: leak / spacing, spacing });
      [now, next] = [next, now];
    }
    for (let i = 0; i < size; i += 1) now[i] = (now[i] as number) * (hour.fits[i] as number);
    logLikelihood += Math.log(scaleToOne(now));
  }
  return logLikelihood;
}

type Fall = { use: NightUse; cells: number; spacing: number };

/** An hour goes by: the leak takes its share, and with some chance somebody draws. */
function fall(from: Float64Array, to: Float64Array, { use, cells, spacing }: Fall): void {
  const whole = Math.floor(cells);
  const part = cells - whole;
  const kept = Math.exp(-spacing / use.percent);
  let drawn = 0;
  for (let i = 0; i < from.length; i += 1) {
    const leaked = (from[i - whole] ?? 0) * (1 - part) + (from[i - whole - 1] ?? 0) * part;
    // An exponential spread is a running mean.
    drawn = kept * drawn + (1 - kept) * leaked;
    to[i] = (1 - use.chance) * leaked + use.chance * drawn;
  }
}

function useAt(hour: number, { chance, percent }: NightUse): NightUse {
  if (hour > 0 && hour < 5) return { chance, percent };
  return { chance: 1 - (1 - chance) ** livelyChances, percent: percent * livelyPercent };
}

/** @returns what the sum was. */
function scaleToOne(values: Float64Array): number {
  let sum = 1e-300;
  for (const value of values) sum += value;
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
