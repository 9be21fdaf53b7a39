/** A level at an instant: epoch milliseconds, percent of capacity. */
export type LevelAt = { recorded_at: number; level: number };

/** Least number of residuals for an estimate. */
const leastReadings = 20;
/** Share of the residuals that counts, the smallest: spikes and pumps make the others. */
const keptShare = 0.9;
/** Mean square of the smallest nine tenths of a normal distribution, as a share of its variance. */
const keptVariance = 0.623;

/**
 * Estimates the standard deviation of a sensor's noise in percent: each reading is compared with the line
 * between its neighbours, which cancels steady use (pseudo-residuals; Gasser, Sroka and Jennen-Steinmetz
 * 1986), and the largest tenth of the residuals is left out.
 * @param runs readings in the order of time, without gaps.
 * @returns undefined where there are too few.
 */
export function measureNoise(runs: readonly (readonly LevelAt[])[]): number | undefined {
  const squares = runs.flatMap(squaredResiduals).sort((a, b) => a - b);
  if (squares.length < leastReadings) return undefined;
  const kept = squares.slice(0, Math.ceil(squares.length * keptShare));
  const mean = kept.reduce((sum, square) => sum + square, 0) / kept.length;
  return Math.sqrt(mean / keptVariance);
}

function squaredResiduals(run: readonly LevelAt[]): number[] {
  return run.slice(1, -1).flatMap((middle, at) => {
    const before = run[at];
    const after = run[at + 2];
    if (!before || !after || after.recorded_at <= before.recorded_at) return [];
    const share =
      (middle.recorded_at - before.recorded_at) / (after.recorded_at - before.recorded_at);
    const residual = middle.level - (before.level + (after.level - before.level) * share);
    return [residual ** 2 / (1 + share ** 2 + (1 - share) ** 2)];
  });
}

/** Change in an hour without use: degrees, and percent of capacity. */
export type NightChange = { degrees: number; percent: number };

/** Least drift that counts, in percent of capacity a degree. */
const leastDrift = 0.05;
/** Standard errors by which the drift must differ from zero, and changes that are needed. */
const leastErrors = 4;
const leastChanges = 24;

/**
 * Estimates how far a sensor's level moves with its temperature, in percent of capacity a degree: the slope
 * of a line through changes from hour to hour at night, when use hides the least. Sound is 0.17 % faster with
 * each degree (0.6 of 343 m/s), which a sensor may leave uncorrected.
 * @returns undefined where the drift is not significant.
 */
export function measureDrift(changes: readonly NightChange[]): number | undefined {
  if (changes.length < leastChanges) return undefined;
  const mean = (of: (change: NightChange) => number) =>
    changes.reduce((sum, change) => sum + of(change), 0) / changes.length;
  const degrees = mean((change) => change.degrees);
  const percent = mean((change) => change.percent);
  const variance = mean((change) => (change.degrees - degrees) ** 2);
  if (variance < 0.01) return undefined;
  const slope =
    mean((change) => (change.degrees - degrees) * (change.percent - percent)) / variance;
  const rest = mean(
    (change) => (change.percent - percent - slope * (change.degrees - degrees)) ** 2,
  );
  const error = Math.sqrt(rest / variance / changes.length);
  return Math.abs(slope) >= leastDrift && Math.abs(slope) > leastErrors * error ? slope : undefined;
}
