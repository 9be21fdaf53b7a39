import type { UseHistory } from './use-history.ts';

/**
 * Prior of an unknown tank: deviation of the logarithm of a day's use, and its weight in stretches of the
 * length in question. Fitted to simulated tanks.
 */
const priorDeviation = 0.4;
const priorStretches = 4;
/** Standard normal quantiles that stand for the prior. */
const priorPoints = [-1.64, -1.04, -0.67, -0.39, -0.13, 0.13, 0.39, 0.67, 1.04, 1.64];

/** History, beside the usual use in each of its hours. */
export type ExpectedHistory = {
  /** Sums from the beginning: `actual[i]` is the use before hour `i`. */
  actual: Float64Array;
  expected: Float64Array;
};

/** Sums up a history; the unseen share of an hour counts as usual. */
export function expectHistory(
  { used, seen }: UseHistory,
  cells: Uint8Array,
  rates: Float64Array,
): ExpectedHistory {
  const actual = new Float64Array(used.length + 1);
  const expected = new Float64Array(used.length + 1);
  used.forEach((use, at) => {
    const rate = rates[cells[at] ?? 0] ?? 0;
    actual[at + 1] = (actual[at] ?? 0) + use + (1 - (seen[at] ?? 0)) * rate;
    expected[at + 1] = (expected[at] ?? 0) + rate;
  });
  return { actual, expected };
}

/**
 * Returns the amount usually used by the time that an amount really is, in units of the amount: near 1. For
 * each hour of the history, the time for which the amount lasted from there is looked up; beyond its end the
 * history continues from its beginning (the circular block bootstrap of Politis and Romano, 1992, with all
 * blocks in place of random ones). The stretches weigh as many as fit into the history side by side.
 */
export function spreadOfUse(history: ExpectedHistory, amount: number): Range {
  const { actual, expected } = history;
  const hours = actual.length - 1;
  const allActual = actual[hours] ?? 0;
  const allExpected = expected[hours] ?? 0;
  if (hours === 0 || allActual <= 0 || amount <= 0) return { low: 1, middle: 1, high: 1 };
  const days = hours / 24;
  const length = amount / (allActual / days);
  const ratios = Array.from({ length: hours }, (_, at) => {
    const goal = (actual[at] ?? 0) + amount;
    const rounds = Math.floor(goal / allActual);
    const reached = rounds * allExpected + expectedAt(history, goal - rounds * allActual);
    return Math.log(Math.max(1e-3, (reached - (expected[at] ?? 0)) / amount));
  });
  const stretches = days / length;
  const deviation = priorDeviation * Math.sqrt(1 / length + 1 / days);
  const points = [
    ...ratios.map((value) => ({ value, weight: stretches / hours })),
    ...priorPoints.map((z) => ({
      value: z * deviation,
      weight: priorStretches / priorPoints.length,
    })),
  ];
  const { low, middle, high } = quantiles(points);
  // The mean comes from the same history, so its error is added.
  const widening = Math.sqrt((1 + 1 / stretches) / Math.max(0.25, 1 - 1 / stretches));
  return {
    low: Math.exp(middle - (middle - low) * widening),
    middle: Math.exp(middle),
    high: Math.exp(middle + (high - middle) * widening),
  };
}

/** Returns the usual use by the time that an amount was used, interpolated within an hour. */
function expectedAt({ actual, expected }: ExpectedHistory, goal: number): number {
  let [low, high] = [0, actual.length - 1];
  while (low < high) {
    const half = (low + high) >> 1;
    if ((actual[half] ?? 0) < goal) low = half + 1;
    else high = half;
  }
  if (low === 0) return 0;
  const [before, after] = [actual[low - 1] ?? 0, actual[low] ?? 0];
  const share = after > before ? (goal - before) / (after - before) : 1;
  const from = expected[low - 1] ?? 0;
  return from + share * ((expected[low] ?? 0) - from);
}

function quantiles(points: { value: number; weight: number }[]): Range {
  const sorted = points.toSorted((a, b) => a.value - b.value);
  const all = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const at = (share: number) => {
    let sum = 0;
    for (const { value, weight } of sorted) {
      sum += weight;
      if (sum >= share * all) return value;
    }
    return sorted.at(-1)?.value ?? 0;
  };
  return { low: at(0.1), middle: at(0.5), high: at(0.9) };
}

/** Quantiles of a quantity at 10 %, 50 % and 90 %. */
export type Range = { low: number; middle: number; high: number };

export function mapRange({ low, middle, high }: Range, change: (value: number) => number): Range {
  return { low: change(low), middle: change(middle), high: change(high) };
}
