/** A level at an instant: epoch milliseconds, percent of capacity. */
export type LevelAt = { recorded_at: number; level: number };

/** Fewer readings say nothing of noise. */
const leastReadings = 20;
/** Share of the residuals that is looked at, the smallest: spikes and pumps make the others. */
const keptShare = 0.9;
/** What the mean square of the smallest nine tenths of a normal distribution is of its variance. */
const keptVariance = 0.623;

/**
 * Standard deviation of a sensor's noise in percent: each reading is compared with the line between its
 * neighbours, which cancels steady use (pseudo-residuals; Gasser, Sroka and Jennen-Steinmetz 1986), and
 * the largest tenth of the residuals is left out.
 * @param runs readings in the order of time, without any between them left out.
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
